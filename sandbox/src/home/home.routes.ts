import type { FastifyInstance } from 'fastify';
import { customerStyle } from '../platform/customer-page.ts';
import { html } from '../platform/html.ts';
import { page, pageStyle, sendPage } from '../platform/page.ts';

/** `/`: links to the pages of the sandbox. */
export function homeRoutes(app: FastifyInstance): void {
  app.get('/sandbox.css', (_request, reply) => reply.type('text/css').send(pageStyle));
  app.get('/customer.css', (_request, reply) => reply.type('text/css').send(customerStyle));
  app.get('/', (_request, reply) => sendPage(reply, home));
}

const home = page({
  title: 'Sandbox',
  body: html`<header><h1>Sandbox</h1></header>
<main>
<p class="quiet">The outside world on this machine. No mail leaves it and no money moves.</p>
<ul class="rows links">
<li><a href="/mailbox/">Mailbox</a><br><span class="quiet">Every email that the service sends.</span></li>
<li><a href="/control/">Control</a><br><span class="quiet">Let months pass, fail a renewal, decide refunds, play crypto customers, disturb webhooks.</span></li>
<li>Google, Apple, Facebook<br><span class="quiet">They ask who you are when you sign in with them at the dashboard.</span></li>
</ul>
</main>`,
});
