import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { HashCard } from '../../../platform/keys/keyed-hashes.ts';
import { settleCoupon } from '../../coupons/index.ts';
import { confirmBenefit, releaseBenefit } from '../../mailbox-benefits/index.ts';
import type { StoredOrder } from '../../orders/index.ts';
import { queueReceipts } from '../../receipts/index.ts';
import { settleReferral } from '../../referrals/index.ts';
import {
  adjustmentsOf,
  type ApplyDeps,
  applyEvents,
  cancelRenewal,
  type ProviderEvent,
  settlePlanChanges,
  paymentReversalOf,
} from '../../subscription/index.ts';
import { isSecond, storeReturn } from '../checkout/settle-entitlement.ts';
import { endCheckout, settlePurchase } from '../checkout/settle-purchase.ts';
import { refundedEmail, refundRejectedEmail, refundRequestedEmail } from '../emails.ts';
import { recordPayment } from '../ledger/record-payment.ts';
import { recordCards } from '../paddle/record-cards.ts';
import { recordRefunds } from '../refunds/refunds.store.ts';
import { returnDuplicate } from '../refunds/return-duplicate.ts';
import { reportCoins, reportDeclinedReturn, reportMismatch } from '../report.ts';
import type { OrderFacts, OrderStep } from './order-plan.ts';

export interface EffectDeps extends ApplyDeps {
  readonly hashCard: HashCard;
}

/** An order whose row and account are locked until the transaction ends. */
export interface LockedOrder extends OrderFacts {
  readonly order: StoredOrder;
  readonly payer: Pick<Selectable<Schema['users']>, 'email' | 'deletedAt'>;
}

const refundEmails = {
  pending: refundRequestedEmail,
  approved: refundedEmail,
  rejected: refundRejectedEmail,
} as const;

/** Executes the steps of an order's plan in the caller's transaction. */
export async function runOrderPlan(
  deps: EffectDeps,
  trx: DatabaseTransaction,
  locked: LockedOrder,
  plan: readonly OrderStep[],
  now: Date,
): Promise<void> {
  const { order, payment, events, payer } = locked;
  const { item } = order;
  let { returnReason } = order;
  /** New payments that give no entitlement. */
  let paidInVain: readonly string[] = [];

  const applySubscription = async () => {
    if (item.kind !== 'subscription') throw new Error('A one-time order has no subscription');
    return applyEvents(deps, trx, { ...order, item, returnReason }, events, { now, payer });
  };

  async function returnPayment(transactionId: string) {
    const reason = returnReason ?? 'account_deleted';
    if (payment.provider === 'coingate') return reportCoins(deps, trx, order, reason, now);
    const once = item.kind === 'subscription' ? {} : ({ isOnce: true } as const);
    return deps.jobs.enqueue(trx, returnDuplicate, { transactionId, reason, ...once });
  }

  const effects: OrderEffects = {
    'record-ledger': () => recordPayment(trx, order, events, now),
    'record-refunds': async () => {
      for (const refund of await recordRefunds(trx, order.id, events)) {
        const { status, amount, currency, adjustmentId } = refund;
        if (status === 'rejected') await releaseBenefit(trx, { kind: 'refund', orderId: order.id });
        if (status === 'rejected' && returnReason !== null)
          await reportDeclinedReturn(deps, trx, order, { adjustmentId, reason: returnReason, now });
        if (payer.deletedAt !== null) continue;
        const email = refundEmails[status]({
          amount: { amount, currency },
          orderNumber: order.number,
          requestedAt: refund.requestedAt,
          decidedAt: refund.decidedAt,
          ended:
            refund.adjustmentId === order.endsWithAdjustment ||
            isPaymentReversed(events, refund.transactionId)
              ? endedBy(item)
              : null,
          returnReason,
          billingUrl: `${deps.dashboardUrl}/dash/billing/`,
        });
        await deps.outbox.post(trx, payer.email, email);
      }
    },
    'report-mismatch': () => reportMismatch(deps, trx, order, now),
    'record-cards': () => recordCards(trx, { hashCard: deps.hashCard, now }, order, payment, events),
    'end-checkout': () => endCheckout(trx, order, events),
    'refuse-second-plan': async () => {
      if (await isSecond(trx, order, now)) returnReason = await storeReturn(trx, order, 'second_plan');
    },
    'settle-coupon': async () => {
      if (returnReason !== null || !(await settleCoupon(trx, order, now))) return;
      if (payer.deletedAt === null) returnReason = await storeReturn(trx, order, 'coupon_used_up');
    },
    'apply-events': async () => {
      paidInVain = await applySubscription();
    },
    'end-subscription': () => endSubscriptionOf(deps, trx, order.id),
    'confirm-trial': () =>
      returnReason === null
        ? confirmBenefit(trx, { kind: 'trial', orderId: order.id, now })
        : releaseBenefit(trx, { kind: 'trial', orderId: order.id }),
    'settle-plan-changes': () => settlePlanChanges(trx, order.id, events),
    'settle-referral': async () => {
      if (await settleReferral(deps, trx, order.userId, now)) await applySubscription();
    },
    'queue-receipts': () => {
      const returned = returnReason === null ? null : payment.transactionId;
      return queueReceipts(deps, trx, order, events, { now, returned });
    },
    'settle-purchase': async ({ settlement }) => {
      const { deletedAt } = payer;
      const { isInVain } = await settlePurchase(trx, order, settlement, {
        now,
        deletedAt,
        revoke: deps.revoke,
      });
      if (isInVain) paidInVain = [payment.transactionId];
    },
    'return-payments': async () => {
      for (const transactionId of paidInVain) await returnPayment(transactionId);
    },
  };
  for (const step of plan) await runStep(effects, step);
}

async function endSubscriptionOf(deps: EffectDeps, trx: DatabaseTransaction, orderId: string): Promise<void> {
  const subscription = await trx
    .selectFrom('subscriptions')
    .select('paddleSubscriptionId')
    .where('orderId', '=', orderId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  const providerSubscriptionId = subscription?.paddleSubscriptionId ?? null;
  if (providerSubscriptionId !== null)
    await deps.jobs.enqueue(trx, cancelRenewal, { providerSubscriptionId });
}

const endedBy = ({ kind }: StoredOrder['item']) =>
  kind === 'subscription' || kind === 'plan_change' ? 'plan' : 'purchase';

/** Whether nothing is left of a payment. */
function isPaymentReversed(events: readonly ProviderEvent[], transactionId: string): boolean {
  const paid = events.find(
    (event) => event.type === 'payment_completed' && event.transactionId === transactionId,
  );
  return paid?.type === 'payment_completed' && paymentReversalOf(adjustmentsOf(events), paid) !== null;
}

type OrderEffects = {
  readonly [K in OrderStep['kind']]: (step: Extract<OrderStep, { kind: K }>) => Promise<unknown>;
};

function runStep(effects: OrderEffects, step: OrderStep): Promise<unknown> {
  return (effects[step.kind] as (given: OrderStep) => Promise<unknown>)(step);
}
