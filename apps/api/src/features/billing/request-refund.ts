import { err, ok, type Result } from '@comet/foundation';
import type { Adjustment } from '@paddle/paddle-node-sdk';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { HashMailbox } from '../../platform/keys/keyed-hashes.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { claimBenefit, isBenefitUsed, mailboxHashOf, releaseBenefit } from '../mailbox-benefits/index.ts';
import { alreadyDone, type Begun, type Claim, toCall, withOrderClaim } from '../orders/index.ts';
import { adjustmentEvent, applyProviderEvents, ensureRefund } from '../payments/index.ts';
import { addDays } from '../plans/index.ts';
import { moneyBackDays, type SubscriptionView, subscriptionView } from '../subscription/index.ts';
import type { BillingDeps } from './deps.ts';
import { type LockedSubscription, type SubscriptionRefusal, lockSubscription } from './lock-subscription.ts';

type Refusal =
  | Exclude<SubscriptionRefusal, 'subscription_prepaid'>
  | 'refund_window_over'
  | 'refund_by_support'
  | 'refund_rejected'
  | 'refund_used'
  | 'nothing_to_refund'
  | PaddleFailure;

type RefundDeps = BillingDeps & { readonly hashMailbox: HashMailbox };

/** Payments of an order to refund. */
interface RefundRequest {
  readonly orderId: string;
  readonly transactionIds: readonly string[];
}

/**
 * Requests a full refund of a subscription's payments from the provider, which decides on it; until then the plan stays active. A payment
 * whose refund was requested already, here or at the provider, is not requested again. Each mailbox gets a refund for one purchase in 12
 * months.
 */
export function requestRefund(deps: RefundDeps, userId: string): Promise<Result<SubscriptionView, Refusal>> {
  return withOrderClaim<LockedSubscription, RefundRequest, SubscriptionView, Refusal>(deps.db, {
    async lock(trx) {
      const held = await lockSubscription(trx, userId, deps.clock.now());
      if (held.ok) return held;
      return err(held.error === 'subscription_prepaid' ? 'refund_by_support' : held.error);
    },
    begin: (trx, held) => begin(deps, trx, userId, held),
    work: (request, claim) => requestEach(deps, userId, request, claim),
  });
}

/** Claims the mailbox's refund before the provider is called, so that only one of two accounts of a mailbox is refunded. */
async function begin(
  deps: RefundDeps,
  trx: DatabaseTransaction,
  userId: string,
  { subscription, orderId }: LockedSubscription,
): Promise<Result<Begun<RefundRequest, SubscriptionView>, Refusal>> {
  const now = deps.clock.now();
  const paid = await paymentsOf(trx, subscription.id);
  const first = paid[0];
  if (first === undefined) return err('nothing_to_refund');
  if (addDays(first.startsAt, moneyBackDays) <= now) return err('refund_window_over');
  const mailboxHash = await mailboxHashOf(trx, userId, deps.hashMailbox);
  const benefit = { kind: 'refund', mailboxHash, userId, now } as const;
  if (await isBenefitUsed(trx, benefit, orderId)) return err('refund_used');
  const known = await refundsOf(trx, orderId);
  const stateOf = (id: string) => known.filter(({ transactionId }) => transactionId === id);
  // A partial refund by support leaves the rest of its payment to refund.
  const openSum = (id: string) =>
    stateOf(id)
      .filter(({ state }) => state !== 'rejected')
      .reduce((sum, { amount }) => sum + amount, 0);
  const unrequested = paid
    .filter(({ transactionId, amount }) => openSum(transactionId) < amount)
    .map(({ transactionId }) => transactionId);
  if (unrequested.some((id) => stateOf(id).some(({ state }) => state === 'rejected')))
    return err('refund_rejected');
  if (!(await claimBenefit(trx, benefit, { orderId, isGiven: true }))) return err('refund_used');
  if (unrequested.length > 0) return toCall({ orderId, transactionIds: unrequested });
  const shown = await subscriptionView(trx, userId, now);
  return shown === null ? err('subscription_required') : alreadyDone(shown);
}

async function requestEach(
  deps: RefundDeps,
  userId: string,
  { orderId, transactionIds }: RefundRequest,
  claim: Claim,
): Promise<Result<SubscriptionView, Refusal>> {
  const requested: Adjustment[] = [];
  let failure: PaddleFailure | null = null;
  for (const transactionId of transactionIds) {
    const reason = 'Asked for by the customer';
    const response = await ensureRefund(deps.billing, claim, { transactionId, reason });
    if (response.ok) requested.push(response.value.adjustment);
    else failure = response.error;
  }
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    await applyProviderEvents(deps, trx, orderId, requested.map(adjustmentEvent), now);
    // Requests that were made stay made; a repeat requests the remaining refunds.
    if (failure !== null) {
      const known = await refundsOf(trx, orderId);
      const isOpen = known.some(({ state }) => state !== 'rejected');
      // Without a response it may have been made: `reconcileUnansweredRefunds` looks it up.
      if (!isOpen && failure !== 'payment_unavailable')
        await releaseBenefit(trx, { kind: 'refund', orderId });
      return err(failure);
    }
    const shown = await subscriptionView(trx, userId, now);
    return shown === null ? err('subscription_required') : ok(shown);
  });
}

function paymentsOf(trx: DatabaseTransaction, subscriptionId: string) {
  return trx
    .selectFrom('subscriptionGrants')
    .select(['transactionId', 'startsAt', 'amount'])
    .where('subscriptionId', '=', subscriptionId)
    .where('provider', '=', 'paddle')
    .where('amount', '>', 0)
    .orderBy('startsAt')
    .execute();
}

function refundsOf(trx: DatabaseTransaction, orderId: string) {
  return trx
    .selectFrom('refunds')
    .select(['transactionId', 'state', 'amount'])
    .where('orderId', '=', orderId)
    .execute();
}
