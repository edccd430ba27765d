import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hashOfToken } from '../../keys/secret-token.ts';
import { bearerToken } from '../authentication/caller.ts';
import { sendRefusal } from '../requests/error-response.ts';
import type { Metrics } from './metrics.ts';

/** Result of a readiness check: `ok` or a sentence for each part, without secrets, since the probe is public. */
export interface Readiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<'database' | 'schema' | 'writes' | 'keys', string>>;
}

/**
 * `/healthz` (liveness), `/readyz` (readiness, with the result of each check), and `/metrics` with its token as a bearer token; without the token, or where none is
 * configured, it returns 404.
 */
export function mountProbes(
  app: FastifyInstance,
  deps: {
    readonly metrics: Metrics;
    readonly metricsToken: string | null;
    readonly ready: () => Promise<Readiness>;
  },
): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const { isReady, checks } = await deps.ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
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
