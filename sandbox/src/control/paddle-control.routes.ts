import type { Clock } from '@comet/foundation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DECLINE_CODES, DELIVERY_MODES, PADDLE_FAULTS, type Paddle, PaddleError } from '../paddle/index.ts';
import { faultControl, deliveryControl, type Body, isCount, refuse } from './fault-control.ts';

/** Paddle's controls under `/control/paddle`. */
export function paddleControl(app: FastifyInstance, paddle: Paddle, systemClock: Clock): void {
  const { state } = paddle.context;

  app.register(
    (scope, _options, done) => {
      scope.setErrorHandler((error, _request, reply) => {
        if (!(error instanceof PaddleError)) throw error;
        return reply.status(error.status).send({ error: error.message });
      });

      scope.get('/', () => ({
        delivery: state.delivery,
        failures: state.failures,
        faults: state.faults,
        next: paddle.schedule.next(),
      }));

      scope.post<{ Body: Body | null }>('/fail-next-charge', (request, reply) => {
        const { count = 1, code = 'declined' } = request.body ?? {};
        const known = DECLINE_CODES.find((candidate) => candidate === code);
        if (!isCount(count) || known === undefined) {
          return refuse(reply, `Give count (a whole number) and code (${DECLINE_CODES.join(', ')}).`);
        }
        state.failures = { remaining: count, code: known };
        paddle.context.changed();
        return state.failures;
      });

      deliveryControl(scope, DELIVERY_MODES, state, paddle.context.changed);
      faultControl(scope, PADDLE_FAULTS, state, paddle.context.changed);

      scope.post('/adjustments/:id/approve', (request, reply) => decide(request, reply, 'approved'));
      scope.post('/adjustments/:id/reject', (request, reply) => decide(request, reply, 'rejected'));
      scope.post('/transactions/:id/chargeback', (request) => paddle.chargeBack(idOf(request)));

      scope.post('/adjustments/:id/reverse', (request, reply) => {
        const reversal = paddle.reverseChargeback(idOf(request));
        return reversal ?? refuse(reply, 'This is no chargeback that holds.', 409);
      });

      scope.get('/events', (request) => paddle.sentEvents(request.query as Record<string, string>));
      scope.post('/events/:id/redeliver', (request, reply) => {
        const notificationId = paddle.redeliver(idOf(request), systemClock.now());
        return notificationId === null
          ? refuse(reply, 'No such event.', 404)
          : reply.status(202).send({ notification_id: notificationId });
      });
      done();
    },
    { prefix: '/control/paddle' },
  );

  function decide(request: FastifyRequest, reply: FastifyReply, status: 'approved' | 'rejected'): unknown {
    const adjustment = paddle.decideRefund(idOf(request), status);
    return adjustment ?? refuse(reply, 'This refund is not pending any more.', 409);
  }
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
