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
import { endCheckout, settlePurchase } from '../checkout/settle-purchase.ts';
import { refundedEmail, refundRejectedEmail, refundRequestedEmail } from '../emails.ts';
import { recordPayment } from '../ledger/record-payment.ts';
import { recordCards } from '../paddle/record-cards.ts';
import { recordRefunds } from '../refunds/refunds.store.ts';
import { returnDuplicate } from '../refunds/return-duplicate.ts';
import { reportCoins, reportMismatch } from '../report.ts';
import { type OrderFacts, type OrderStep, paymentsToReturn, type PaymentToReturn } from './order-plan.ts';

export interface EffectDeps extends ApplyDeps {
  readonly hashCard: HashCard;
}

/** An order whose row and account are locked until the transaction ends. */
export interface LockedOrder extends OrderFacts {
  readonly order: StoredOrder;
  readonly payer: Pick<Selectable<Schema['users']>, 'email' | 'deletedAt'>;
  /** Whether the account had a plan before; always false for one-time orders. */
  readonly hadPlan: boolean;
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
  const { order, payment, events, payer, hadPlan } = locked;
  const found = { hadPlan, isNew: false, isCouponUsedUp: false, paidInVain: [] as readonly string[] };
  const { item } = order;

  const applySubscription = async () => {
    if (item.kind !== 'subscription') throw new Error('A one-time order has no subscription');
    return applyEvents(deps, trx, { ...order, item }, events, { now, payer });
  };

  async function returnPayment({ transactionId, reason }: PaymentToReturn) {
    if (payment.provider === 'coingate') return reportCoins(deps, trx, order, reason, now);
    const once = item.kind === 'subscription' ? {} : ({ isOnce: true } as const);
    return deps.jobs.enqueue(trx, returnDuplicate, { transactionId, reason, ...once });
  }

  const effects: OrderEffects = {
    'record-ledger': () => recordPayment(trx, order, events, now),
    'record-refunds': async () => {
      for (const refund of await recordRefunds(trx, order.id, events)) {
        const { status, amount, currency } = refund;
        if (status === 'rejected') await releaseBenefit(trx, { kind: 'refund', orderId: order.id });
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
          billingUrl: `${deps.dashboardUrl}/dash/billing/`,
        });
        await deps.outbox.post(trx, payer.email, email);
      }
    },
    'report-mismatch': () => reportMismatch(deps, trx, order, now),
    'record-cards': () => recordCards(trx, { hashCard: deps.hashCard, now }, order, payment, events),
    'end-checkout': () => endCheckout(trx, order, events),
    'apply-events': async () => {
      Object.assign(found, await applySubscription());
    },
    'end-subscription': () => endSubscriptionOf(deps, trx, order.id),
    'confirm-trial': () => confirmBenefit(trx, { kind: 'trial', orderId: order.id, now }),
    'settle-plan-changes': () => settlePlanChanges(trx, order.id, events),
    'settle-referral': async () => {
      if (await settleReferral(deps, trx, order.userId, now)) await applySubscription();
    },
    'settle-coupon': async () => {
      found.isCouponUsedUp = await settleCoupon(trx, order, now);
    },
    'queue-receipts': () => {
      const own = paymentsToReturn(locked, found).find(({ reason }) => reason !== 'account_deleted');
      return queueReceipts(deps, trx, order, events, { now, returned: own?.transactionId ?? null });
    },
    'settle-purchase': async ({ settlement }) => {
      const { deletedAt } = payer;
      const { isInVain } = await settlePurchase(trx, order, settlement, {
        now,
        deletedAt,
        revoke: deps.revoke,
      });
      if (isInVain) found.paidInVain = [payment.transactionId];
    },
    'return-payments': async () => {
      for (const returned of paymentsToReturn(locked, found)) await returnPayment(returned);
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
