import type { Route } from '../../platform/http/requests/route.ts';
import type { Coingate } from '../../platform/coingate/coingate.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { PaddleCustomers } from '../../platform/paddle/customers.ts';
import type { PaddlePayments } from '../../platform/paddle/payments.ts';
import { freeDaysChanged } from '../free-days/index.ts';
import { closeCheckout } from '../orders/index.ts';
import { cancelRenewal, moveNextPayment, stopRenewal } from '../subscription/index.ts';
import { queryCoingateOrder, storeCoingateOrder } from './coingate/coingate-orders.ts';
import { type CallbackDeps, coingateCallbackRoute } from './coingate/coingate-callback.route.ts';
import { customerEmail, updateCustomerEmail } from './paddle/customer-email.ts';
import { paddleWebhookRoute, type WebhookDeps } from './paddle/paddle-webhook.route.ts';
import { type ProcessDeps, processEventById, refreshSubscriptions } from './inbox/process-event.ts';
import { returnDuplicate, returnPayment } from './refunds/return-duplicate.ts';
import { cancelCheckout, endSubscription, scheduleCancellation } from './checkout/stop-charging.ts';
import { notifyNextPayment } from './checkout/notify-next-payment.ts';
import { processInbox } from './inbox/inbox.ts';

export {
  adjustmentEvent,
  applyProviderEvents,
  subscriptionEvent,
  transactionEvent,
} from './paddle/paddle-replies.ts';
export { followCustomerEmail } from './paddle/customer-email.ts';
export { deleteStrayEvents } from './inbox/delete-stray-events.ts';
export { reportEventsOfDay, reportEventsWithoutOrder } from './inbox/events-without-order.ts';
export { reconcileCommand } from './restore/reconcile-command.ts';
export { lockRoot } from './inbox/order-of-event.ts';
export { deletePayments, deleteOldEntries } from './ledger/ledger.store.ts';
export { refundCryptoCommand, wasCryptoRefundRecorded } from './coingate/refund-crypto-command.ts';
export { reconcileCoingate, reconcileLapsedCoingate } from './coingate/coingate-orders.ts';
export { endWithRefund } from './refunds/end-with-refund.ts';
export {
  ensurePartialRefund,
  wasPartRequested,
  ensureRefund,
  type RequestedRefund,
  type TooMuch,
} from './refunds/ensure-refund.ts';
export { reconcileOldRefunds, reconcileUnansweredRefunds } from './refunds/reconcile-unanswered-refunds.ts';
export { fetchOrder } from './fetch-order.ts';
export { reconcileOrders, reconcileRefunds, reconcileRenewals } from './reconcile.ts';
export { deleteOldRefusals, type RefusalReason, refusedWebhooks } from './inbox/refused-webhooks.ts';

/** Returns the routes that receive Paddle's webhooks and CoinGate's callbacks. */
export function paymentsRoutes(deps: WebhookDeps & CallbackDeps): Route[] {
  return [paddleWebhookRoute(deps), coingateCallbackRoute(deps)];
}

/** Registers the workers for jobs that follow from payments. */
export async function registerPaymentWorkers(
  deps: ProcessDeps & {
    readonly jobs: Jobs;
    readonly inquiry: PaddlePayments;
    readonly coingate: Coingate;
    readonly customers: PaddleCustomers;
  },
): Promise<void> {
  deps.jobs.repeat('inbox', 250, () =>
    processInbox(deps, ({ eventId, provider }) => processEventById(deps, eventId, provider)),
  );
  await deps.jobs.work(queryCoingateOrder, ({ coingateOrderId }) =>
    storeCoingateOrder(deps, coingateOrderId),
  );
  await deps.jobs.work(moveNextPayment, ({ subscriptionId }) => notifyNextPayment(deps, subscriptionId));
  await deps.jobs.work(freeDaysChanged, ({ userId }) => refreshSubscriptions(deps, userId));
  await deps.jobs.work(returnDuplicate, (payment) => returnPayment(deps.inquiry, payment));
  await deps.jobs.work(cancelRenewal, ({ providerSubscriptionId }) =>
    endSubscription(deps.inquiry, providerSubscriptionId),
  );
  await deps.jobs.work(stopRenewal, ({ providerSubscriptionId }) =>
    scheduleCancellation(deps.inquiry, providerSubscriptionId),
  );
  await deps.jobs.work(closeCheckout, ({ transactionId }) => cancelCheckout(deps.inquiry, transactionId));
  await deps.jobs.work(customerEmail, ({ userId }) => updateCustomerEmail(deps, userId));
}
