import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hashOfToken } from '../../keys/secret-token.ts';
import { bearerToken } from '../authentication/caller.ts';
import { sendRefusal } from '../requests/error-response.ts';
import type { Metrics } from './metrics.ts';

/**
 * `/healthz` (liveness), `/readyz` (readiness), and `/metrics` with its token as a bearer token; without the token, or where none is
 * configured, it returns 404.
 */
export function mountProbes(
  app: FastifyInstance,
  deps: {
    readonly metrics: Metrics;
    readonly metricsToken: string | null;
    readonly ready: () => Promise<boolean>;
  },
): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = await deps.ready().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    if (deps.metricsToken === null || token === null || !isSame(token, deps.metricsToken))
      return sendRefusal(reply, { code: 'not_found' });
    return reply.header('content-type', deps.metrics.contentType).send(await deps.metrics.text());
  });
}

/** Compares hashes of equal length in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hashOfToken(one), hashOfToken(other));
}
