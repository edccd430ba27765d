import { ok, type Result } from '@comet/foundation';
import type { Adjustment } from '@paddle/paddle-node-sdk';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { releaseBenefit } from '../mailbox-benefits/index.ts';
import { alreadyDone, toCall, withOrderClaim } from '../orders/index.ts';
import { adjustmentAnswer, believeAnswers } from '../payments/index.ts';
import { openRefundOf } from './ask-for-refund.ts';
import type { BillingDeps } from './deps.ts';

const patienceMs = 2 * 60 * 1000;

/**
 * Asks the provider about refunds of which it is not known whether they were made: nobody answered, or the process died in the call. One that
 * was made is recorded, as if it had been answered; where none was, the mailbox's refund is free again.
 */
export async function reconcileUnansweredRefunds(deps: BillingDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - patienceMs);
  for (const orderId of await unansweredOf(deps.db, since)) {
    await withOrderClaim<{ orderId: string }, readonly string[], void, never>(deps.db, {
      async lock(trx) {
        await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute();
        return ok({ orderId });
      },
      async begin(trx) {
        // Whoever held the claim before may have had an answer.
        const isOpen = (await unansweredOf(trx, since)).includes(orderId);
        return isOpen ? toCall(await paymentsOf(trx, orderId)) : alreadyDone(undefined);
      },
      work: (transactionIds) => settle(deps, orderId, transactionIds),
    });
  }
}

async function settle(
  deps: BillingDeps,
  orderId: string,
  transactionIds: readonly string[],
): Promise<Result<void, never>> {
  const made: Adjustment[] = [];
  for (const transactionId of transactionIds) {
    const asked = await deps.billing.adjustments(transactionId);
    // It is asked again a minute later.
    if (!asked.ok) return ok(undefined);
    const open = openRefundOf(asked.value);
    if (open !== undefined) made.push(open);
  }
  await deps.db.transaction().execute(async (trx) => {
    await believeAnswers(deps, trx, orderId, made.map(adjustmentAnswer), deps.clock.now());
    if (made.length === 0) await releaseBenefit(trx, { kind: 'refund', orderId });
  });
  return ok(undefined);
}

/** Orders whose refund was claimed before a moment, and about which the provider has said nothing. */
async function unansweredOf(db: Database | DatabaseTransaction, before: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('mailboxBenefits')
    .select('orderId')
    .where('kind', '=', 'refund')
    .where('isReleased', '=', false)
    .where('orderId', 'is not', null)
    .where('claimedAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds')
            .select('refunds.orderId')
            .whereRef('refunds.orderId', '=', 'mailboxBenefits.orderId')
            .where('refunds.state', '<>', 'rejected'),
        ),
      ),
    )
    .limit(100)
    .execute();
  return rows.flatMap(({ orderId }) => orderId ?? []);
}

async function paymentsOf(trx: DatabaseTransaction, orderId: string): Promise<readonly string[]> {
  const paid = await trx
    .selectFrom('subscriptionGrants')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscriptionGrants.subscriptionId')
    .select('transactionId')
    .where('subscriptions.orderId', '=', orderId)
    .where('provider', '=', 'paddle')
    .where('amount', '>', 0)
    .execute();
  return paid.map(({ transactionId }) => transactionId);
}
