import type { Clock } from '@comet/foundation';
import type { FastifyInstance } from 'fastify';
import type { Schedule } from '../platform/schedule.ts';
import { adjustmentById, createAdjustment, decideAdjustment } from './adjustments/adjustment.ts';
import { adjustmentRoutes } from './adjustments/adjustments.routes.ts';
import { reverseChargeback } from './adjustments/reverse-chargeback.ts';
import { paddleApi } from './api/api.ts';
import { injectFaults } from './api/fault-injection.ts';
import { discountRoutes } from './catalog/discounts.ts';
import { priceRoutes } from './catalog/prices.ts';
import { productRoutes } from './catalog/products.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { addressRoutes } from './customers/addresses.ts';
import { customerRoutes } from './customers/customers.ts';
import { invoiceFileRoutes, invoiceLinkRoutes } from './invoices/invoices.routes.ts';
import { paypalRoutes } from './paypal/paypal.routes.ts';
import { portalRoutes, portalSessionRoutes } from './portal/portal.routes.ts';
import type { PaddleState } from './state.ts';
import { type SubscriptionEvent, subscriptionSchedule } from './subscriptions/subscription-schedule.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts';
import { transactionById } from './transactions/transaction.ts';
import { transactionRoutes } from './transactions/transactions.routes.ts';
import { webhookSender } from './webhooks/sender.ts';
import { notificationSettingRoutes } from './webhooks/notification-settings.ts';
import { simulationRoutes } from './webhooks/simulations.ts';
import { type SentEvent, sentEvents } from './webhooks/sent-events.ts';
import type { Adjustment } from './wire.ts';
import { enqueue, type PaddleContext, createPaddleContext } from './context.ts';

export { PADDLE_FAULTS } from './api/fault-injection.ts';
export { addCycle } from './billing-period.ts';
export { paddleLedger } from './ledger.ts';
export { PaddleError } from './api/paddle-error.ts';
export { DECLINE_CODES, DELIVERY_MODES, emptyPaddle, type PaddleState } from './state.ts';

/** API key, webhook destination and webhook secret. */
export interface PaddleSettings {
  readonly apiKey: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
}

/** The running Paddle sandbox, with controls that Paddle lacks. */
export interface Paddle {
  readonly context: PaddleContext;
  readonly schedule: Schedule<SubscriptionEvent>;
  /** Decides a refund and returns it; null if it was already decided. Throws `not_found` for an unknown id. */
  decideRefund(id: string, status: 'approved' | 'rejected'): Adjustment | null;
  /** Charges back the rest of a completed transaction. */
  chargeBack(transactionId: string): Adjustment;
  /**
   * Reverses a chargeback (the shop wins the dispute); null if the adjustment is not an effective chargeback. Throws `not_found` for an
   * unknown id.
   */
  reverseChargeback(id: string): Adjustment | null;
  sentEvents(query: Parameters<typeof sentEvents>[1]): SentEvent[];
  /** Replays an event like Paddle; `now` is real time. Returns null for an unknown event. */
  redeliver(eventId: string, now: Date): string | null;
  close(): Promise<void>;
}

/** Mounts Paddle under `/paddle` of `app`, delivers its webhooks, and provides the schedule of its subscriptions. */
export function startPaddle(
  app: FastifyInstance,
  parts: {
    state: PaddleState;
    clock: Clock;
    systemClock: Clock;
    publicUrl: string;
    changed: () => void;
    settings: PaddleSettings;
  },
): Paddle {
  const { state, clock, systemClock, changed, settings } = parts;
  const sender = webhookSender({
    state,
    clock: systemClock,
    url: settings.webhookUrl,
    secret: settings.webhookSecret,
    changed,
  });
  const context = createPaddleContext({
    state,
    clock,
    systemClock,
    apiUrl: `${parts.publicUrl}/paddle`,
    changed,
    send: sender.wake,
  });
  app.register(
    (scope, _options, done) => {
      checkoutRoutes(scope, context);
      paypalRoutes(scope, context);
      portalRoutes(scope, context);
      invoiceFileRoutes(scope, context);
      done();
    },
    { prefix: '/paddle' },
  );
  app.register(
    (scope, _options, done) => {
      paddleApi(scope, settings.apiKey);
      injectFaults(scope, state, changed);
      productRoutes(scope, context);
      priceRoutes(scope, context);
      discountRoutes(scope, context);
      customerRoutes(scope, context);
      addressRoutes(scope, context);
      transactionRoutes(scope, context);
      invoiceLinkRoutes(scope, context);
      portalSessionRoutes(scope, context);
      subscriptionRoutes(scope, context);
      adjustmentRoutes(scope, context);
      simulationRoutes(scope, context);
      notificationSettingRoutes(scope, context, settings);
      done();
    },
    { prefix: '/paddle' },
  );
  // Sends notifications that were pending when the sandbox stopped.
  sender.wake();
  return {
    context,
    schedule: subscriptionSchedule(context),
    decideRefund(id, status) {
      const adjustment = adjustmentById(context, id);
      return decideAdjustment(context, adjustment, status) ? adjustment : null;
    },
    chargeBack: (transactionId) =>
      createAdjustment(context, transactionById(context, transactionId), {
        action: 'chargeback',
        reason: 'Disputed with the bank',
        lines: null,
      }),
    reverseChargeback: (id) => reverseChargeback(context, adjustmentById(context, id)),
    sentEvents: (query) => sentEvents(state, query),
    redeliver(eventId, now) {
      if (!state.events.some((event) => event.event_id === eventId)) return null;
      const id = enqueue(state, eventId, 'replay', now);
      changed();
      sender.wake();
      return id;
    },
    close: () => sender.close(),
  };
}
