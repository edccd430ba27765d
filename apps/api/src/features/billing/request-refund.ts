import { err, ok, type Result } from '@comet/foundation';
import type { Adjustment } from '@paddle/paddle-node-sdk';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { HashMailbox } from '../../platform/keys/mailbox-hash.ts';
import type { Billing } from '../../platform/paddle/billing.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { adjustmentAnswer, believeAnswers } from '../payments/index.ts';
import { claimBenefit, isBenefitUsed, mailboxHashOf, releaseBenefit } from '../mailbox-benefits/index.ts';
import { addDays } from '../plans/index.ts';
import { moneyBackDays, type ShownSubscription, shownSubscription } from '../subscription/index.ts';
import type { BillingDeps } from './deps.ts';
import { type HeldRefusal, holdSubscription } from './hold-subscription.ts';

type Refusal =
  | Exclude<HeldRefusal, 'subscription_prepaid'>
  | 'refund_window_over'
  | 'refund_by_support'
  | 'refund_rejected'
  | 'refund_used'
  | 'nothing_to_refund'
  | PaddleFailure;

/**
 * Asks the provider for everything back that was paid for a subscription. What comes of it is decided there; until then the plan goes on.
 * What was asked for already, here or at the provider, is not asked for again. Each mailbox gets its money back for one purchase in 12 months.
 */
export async function requestRefund(
  deps: BillingDeps & { readonly hashMailbox: HashMailbox },
  userId: string,
): Promise<Result<ShownSubscription, Refusal>> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const held = await holdSubscription(trx, userId, now);
    if (!held.ok) return err(held.error === 'subscription_prepaid' ? 'refund_by_support' : held.error);
    const { subscription, orderId } = held.value;
    const paid = await paymentsOf(trx, subscription.id);
    const first = paid[0];
    if (first === undefined) return err('nothing_to_refund');
    if (addDays(first.startsAt, moneyBackDays) <= now) return err('refund_window_over');
    const mailboxHash = await mailboxHashOf(trx, userId, deps.hashMailbox);
    const benefit = { kind: 'refund', mailboxHash, userId, now } as const;
    if (await isBenefitUsed(trx, benefit, orderId)) return err('refund_used');
    if (!(await claimBenefit(trx, benefit, { orderId, isGiven: true }))) return err('refund_used');
    const known = await trx.selectFrom('refunds').selectAll().where('orderId', '=', orderId).execute();
    const asked: Adjustment[] = [];
    let failure: PaddleFailure | null = null;
    for (const { transactionId } of paid) {
      const before = known.filter((refund) => refund.transactionId === transactionId);
      if (before.some(({ state }) => state !== 'rejected')) continue;
      if (before.length > 0) {
        await releaseBenefit(trx, { kind: 'refund', orderId });
        return err('refund_rejected');
      }
      const answer = await askForRefund(deps.billing, transactionId, 'Asked for by the customer');
      if (answer.ok) asked.push(answer.value);
      else failure = answer.error;
    }
    await believeAnswers(deps, trx, orderId, asked.map(adjustmentAnswer), now);
    // What was asked for stays asked for; a repeat asks for the rest.
    if (failure !== null) {
      const isOpen = asked.length > 0 || known.some(({ state }) => state !== 'rejected');
      if (!isOpen) await releaseBenefit(trx, { kind: 'refund', orderId });
      return err(failure);
    }
    const shown = await shownSubscription(trx, userId, now);
    return shown === null ? err('subscription_required') : ok(shown);
  });
}

function paymentsOf(trx: DatabaseTransaction, subscriptionId: string) {
  return trx
    .selectFrom('subscriptionGrants')
    .select(['transactionId', 'startsAt'])
    .where('subscriptionId', '=', subscriptionId)
    .where('provider', '=', 'paddle')
    .where('amount', '>', 0)
    .orderBy('startsAt')
    .execute();
}

/** Asks for a payment back, unless that was done: what waits or was approved there is the answer then. */
export async function askForRefund(
  billing: Billing,
  transactionId: string,
  reason: string,
): Promise<Result<Adjustment, PaddleFailure>> {
  const made = await billing.adjustments(transactionId);
  if (!made.ok) return made;
  const open = made.value.find(({ action, status }) => action === 'refund' && status !== 'rejected');
  return open === undefined ? billing.refund(transactionId, reason) : ok(open);
}
