import type { FastifyInstance } from 'fastify';

/** Result of a readiness check: `ok` or a sentence for each part, without secrets, since the probe is public. */
export interface Readiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<'database' | 'schema' | 'writes' | 'keys', string>>;
}

/** `/healthz` (liveness) and `/readyz` (readiness, with the result of each check; a draining process is not ready, with the reason if it drains by itself). */
export function mountProbes(
  app: FastifyInstance,
  deps: { readonly ready: () => Promise<Readiness>; readonly draining: AbortSignal },
): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const reason: unknown = deps.draining.reason;
    if (deps.draining.aborted)
      return reply
        .code(503)
        .send(typeof reason === 'string' ? { status: 'draining', reason } : { status: 'draining' });
    const { isReady, checks } = await deps.ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });
}
