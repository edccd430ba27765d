import type { FastifyInstance } from 'fastify';

const sweepMs = 250;

/**
 * Ends client connections when the server is about to stop: after `ending` every response closes its connection, so that clients open
 * another one, to another replica. While the server closes, connections whose last response was sent before are closed when they are
 * idle: Fastify does so only once, and a client could keep the others for over a minute.
 */
export function endConnections(app: FastifyInstance, ending: AbortSignal): void {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (ending.aborted) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
}
