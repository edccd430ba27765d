import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** `/healthz` (the process lives), `/readyz` (it can do its work) and `/metrics`, all at the root and not for the public. */
export function mountProbes(
  app: FastifyInstance,
  deps: { readonly metrics: Metrics; readonly ready: () => Promise<boolean> },
): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = await deps.ready().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/metrics', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('content-type', deps.metrics.contentType).send(await deps.metrics.text()),
  );
}
