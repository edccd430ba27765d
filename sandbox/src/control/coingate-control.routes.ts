import type { FastifyInstance } from 'fastify';
import {
  ORDER_ACTIONS,
  applyAction,
  CALLBACK_MODES,
  type Coingate,
  CoingateError,
  decideRefund,
  orderById,
  type StoredOrder,
  orderResponse,
  refundResponse,
} from '../coingate/index.ts';
import { COMMON_FAULTS } from '../platform/fault-injection.ts';
import { faultControl, deliveryControl } from './fault-control.ts';

type OfOrder = { Params: { id: string; refund: string } };

/** CoinGate's controls under `/control/coingate`. An order is identified by CoinGate's id or the shop's. */
export function coingateControl(app: FastifyInstance, { context }: Coingate): void {
  const { state } = context;

  app.register(
    (scope, _options, done) => {
      scope.setErrorHandler((error, _request, reply) => {
        if (!(error instanceof CoingateError)) throw error;
        return reply.status(error.status).send({ error: [error.message, ...error.errors].join(' ') });
      });

      deliveryControl(scope, CALLBACK_MODES, state, context.changed);
      faultControl(scope, COMMON_FAULTS, state, context.changed);

      scope.get('/orders', () => Object.values(state.orders).map((order) => orderResponse(context, order)));
      for (const kind of ORDER_ACTIONS) {
        scope.post<OfOrder>(`/orders/:id/${kind}`, (request) => {
          const order = orderNamed(request.params.id);
          applyAction(context, order, kind, request.body);
          return orderResponse(context, order);
        });
      }

      for (const [verb, status] of [
        ['approve', 'completed'],
        ['reject', 'rejected'],
      ] as const) {
        scope.post<OfOrder>(`/orders/:id/refunds/:refund/${verb}`, (request) => {
          const order = orderNamed(request.params.id);
          return refundResponse(order, decideRefund(context, order, request.params.refund, status));
        });
      }

      scope.get('/callbacks', () => state.callbacks.toReversed());
      done();
    },
    { prefix: '/control/coingate' },
  );

  function orderNamed(id: string): StoredOrder {
    const own = Object.values(state.orders).findLast((order) => order.orderId === id);
    return own ?? orderById(context, id);
  }
}
