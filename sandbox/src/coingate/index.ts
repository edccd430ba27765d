import type { Clock } from '@comet/foundation';
import type { FastifyInstance } from 'fastify';
import type { Schedule } from '../platform/schedule.ts';
import { coingateReplies, requireToken } from './api/api.ts';
import { injectFaults } from './api/fault-injection.ts';
import { type OrderEvent, orderSchedule } from './order-schedule.ts';
import { callbackSender } from './callbacks/sender.ts';
import { currencyRoutes } from './currencies/currencies.routes.ts';
import { invoiceRoutes } from './invoice/invoice.routes.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { refundRoutes } from './refunds/refunds.routes.ts';
import type { CoingateState } from './state.ts';
import { type CoingateContext, createCoingateContext } from './context.ts';

export { CoingateError } from './api/coingate-error.ts';
export { coingateLedger } from './ledger.ts';
export { type OrderAction, ORDER_ACTIONS, ACTIONS_BY_STATUS, applyAction } from './orders/order-actions.ts';
export { orderById } from './orders/order.ts';
export { orderResponse } from './orders/order-response.ts';
export { decideRefund } from './refunds/refund.ts';
export { refundResponse } from './refunds/refund-response.ts';
export { CALLBACK_MODES, type CoingateState, emptyCoingate, type StoredOrder } from './state.ts';

/** The token of CoinGate's API. Each order has its callback URL. */
export interface CoingateSettings {
  readonly apiToken: string;
}

/** The running CoinGate sandbox. */
export interface Coingate {
  readonly context: CoingateContext;
  readonly schedule: Schedule<OrderEvent>;
  close(): Promise<void>;
}

/** Mounts CoinGate under `/coingate` of `app` and delivers its callbacks. */
export function startCoingate(
  app: FastifyInstance,
  parts: {
    state: CoingateState;
    clock: Clock;
    systemClock: Clock;
    publicUrl: string;
    changed: () => void;
    settings: CoingateSettings;
  },
): Coingate {
  const { state, systemClock, changed, settings } = parts;
  const sender = callbackSender({ state, clock: systemClock, changed });
  const context = createCoingateContext({
    state,
    clock: parts.clock,
    systemClock,
    invoicesUrl: `${parts.publicUrl}/coingate/invoice`,
    changed,
    send: sender.wake,
  });
  app.register(
    (scope, _options, done) => {
      coingateReplies(scope);
      invoiceRoutes(scope, context);
      done();
    },
    { prefix: '/coingate' },
  );
  app.register(
    (scope, _options, done) => {
      coingateReplies(scope);
      currencyRoutes(scope);
      scope.register((closed, _more, ready) => {
        requireToken(closed, settings.apiToken);
        injectFaults(closed, state, changed);
        orderRoutes(closed, context);
        refundRoutes(closed, context);
        ready();
      });
      done();
    },
    { prefix: '/coingate/v2' },
  );
  // Sends callbacks that were pending when the sandbox stopped.
  sender.wake();
  return { context, schedule: orderSchedule(context), close: () => sender.close() };
}
