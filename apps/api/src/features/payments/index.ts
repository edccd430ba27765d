import type { Route } from '../../platform/http/route.ts';
import type { Coingate } from '../../platform/coingate/coingate.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { PaddleCustomers } from '../../platform/paddle/customers.ts';
import type { PaddleInquiry } from '../../platform/paddle/inquiry.ts';
import { freeDaysChanged } from '../free-days/index.ts';
import { closeCheckout } from '../orders/index.ts';
import { cancelRenewal, moveNextPayment, stopRenewal } from '../subscription/index.ts';
import { askCoingate, keepCoingateOrder } from './ask-coingate.ts';
import { type CallbackDeps, coingateCallbackRoute } from './coingate-callback.route.ts';
import { customerEmail, tellCustomerEmail } from './customer-email.ts';
import { paddleWebhookRoute, type WebhookDeps } from './paddle-webhook.route.ts';
import { type ProcessDeps, processEventById, refreshSubscriptions } from './process-event.ts';
import { returnDuplicate, returnPayment } from './return-duplicate.ts';
import { cancelCheckout, endSubscription, letRunOut } from './stop-charging.ts';
import { tellNextPayment } from './tell-next-payment.ts';
import { workOffInbox } from './work-off-inbox.ts';

export { adjustmentAnswer, believeAnswers, subscriptionAnswer, transactionAnswer } from './answers.ts';
export { followCustomerEmail } from './customer-email.ts';
export { forgetStrayEvents } from './events.store.ts';
export { lockRoot } from './order-of-event.ts';
export { forgetPayments } from './forget-payments.ts';
export { refundCryptoCommand } from './refund-crypto-command.ts';
export { reconcileCoingate } from './ask-coingate.ts';
export { reconcileOrders, reconcileRefunds, reconcileRenewals } from './reconcile.ts';
export { refusedWebhooks } from './refused-webhooks.ts';

export function paymentsRoutes(deps: WebhookDeps & CallbackDeps): Route[] {
  return [paddleWebhookRoute(deps), coingateCallbackRoute(deps)];
}

/** Takes the jobs that follow from payments. */
export async function workOnPayments(
  deps: ProcessDeps & {
    readonly jobs: Jobs;
    readonly inquiry: PaddleInquiry;
    readonly coingate: Coingate;
    readonly customers: PaddleCustomers;
  },
): Promise<void> {
  deps.jobs.repeat('inbox', 250, () =>
    workOffInbox(deps, ({ eventId, provider }) => processEventById(deps, eventId, provider)),
  );
  await deps.jobs.work(askCoingate, ({ coingateOrderId }) => keepCoingateOrder(deps, coingateOrderId));
  await deps.jobs.work(moveNextPayment, ({ subscriptionId }) => tellNextPayment(deps, subscriptionId));
  await deps.jobs.work(freeDaysChanged, ({ userId }) => refreshSubscriptions(deps, userId));
  await deps.jobs.work(returnDuplicate, (payment) => returnPayment(deps.inquiry, payment));
  await deps.jobs.work(cancelRenewal, ({ providerSubscriptionId }) =>
    endSubscription(deps.inquiry, providerSubscriptionId),
  );
  await deps.jobs.work(stopRenewal, ({ providerSubscriptionId }) =>
    letRunOut(deps.inquiry, providerSubscriptionId),
  );
  await deps.jobs.work(closeCheckout, ({ transactionId }) => cancelCheckout(deps.inquiry, transactionId));
  await deps.jobs.work(customerEmail, ({ userId }) => tellCustomerEmail(deps, userId));
}
