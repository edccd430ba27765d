import type { FastifyInstance } from 'fastify';
import type { Paddle } from '../paddle/index.ts';
import { html } from '../platform/html.ts';
import { page, pageStyle, sendPage } from '../platform/page.ts';
import type { SandboxClock } from '../platform/sandbox-clock.ts';

export function homeRoutes(app: FastifyInstance, _parts: { paddle: Paddle; clock: SandboxClock }): void {
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css').send(pageStyle));
  app.get('/', (_request, reply) =>
    sendPage(reply, page({ title: 'Sandbox', body: html`<header><h1>Sandbox</h1></header>` })),
  );
}
