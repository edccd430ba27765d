import { err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import type { Adjustment } from '@paddle/paddle-node-sdk';
import {
  batchSize,
  isAfter,
  type PagePosition,
  positionOf,
  repeatFullBatches,
  processPages,
} from '../../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { releaseBenefit } from '../../mailbox-benefits/index.ts';
import { alreadyDone, toCall, withOrderClaim } from '../../orders/index.ts';
import { adjustmentEvent, applyProviderEvents } from '../paddle/paddle-replies.ts';
import { openRefundOf } from './ensure-refund.ts';
import type { ProcessDeps } from '../inbox/process-event.ts';
import type { PaymentRefunds } from '../../../platform/paddle/payment-refunds.ts';

type ReconcileDeps = ProcessDeps & { readonly billing: PaymentRefunds };

const gracePeriodMs = 2 * 60 * 1000;
/** Most have an outcome: the older ones are read once an hour. */
const recentMs = 2 * 24 * 3600 * 1000;

/**
 * Looks up refunds with an unknown outcome at the provider: the call got no response, or the process died in it. A refund that was made is
 * recorded as if the response had arrived; if none was made, the mailbox is eligible for a refund again. Null for all, however old.
 */
export async function reconcileUnansweredRefunds(
  deps: ReconcileDeps,
  claimedWithinMs: number | null = recentMs,
): Promise<void> {
  await markAnsweredRefunds(deps.db, deps.clock.now());
  const now = deps.clock.now().getTime();
  const before = new Date(now - gracePeriodMs);
  const page = (after: PagePosition | null, limit: number) =>
    unansweredRefunds(deps.db, before)
      .select([positionOf('claimedAt').as('position')])
      .$if(claimedWithinMs !== null, (query) =>
        query.where('claimedAt', '>', new Date(now - (claimedWithinMs ?? 0))),
      )
      .where(isAfter('claimedAt', 'orderId', after))
      .orderBy('claimedAt')
      .orderBy('orderId')
      .limit(limit)
      .execute();
  await processPages(page, ({ id }) => reconcileRefund(deps, id, before));
}

/** Looks up all refunds with an unknown outcome, however long ago they were requested. */
export const reconcileOldRefunds = (deps: ReconcileDeps): Promise<void> =>
  reconcileUnansweredRefunds(deps, null);

function reconcileRefund(
  deps: ReconcileDeps,
  orderId: string,
  before: Date,
): Promise<Result<void, 'removed'>> {
  return withOrderClaim<{ orderId: string }, readonly string[], void, 'removed'>(deps.db, {
    async lock(trx) {
      const order = await trx
        .selectFrom('orders')
        .select('id')
        .where('id', '=', orderId)
        .forUpdate()
        .executeTakeFirst();
      // Removed with its account since the list was read: a missing order can never be claimed.
      return order === undefined ? err('removed') : ok({ orderId });
    },
    async begin(trx) {
      // The earlier claim may have ended with a response.
      const open = await unansweredRefunds(trx, before).where('orderId', '=', orderId).executeTakeFirst();
      return open === undefined ? alreadyDone(undefined) : toCall(await paymentsOf(trx, orderId));
    },
    work: (transactionIds) => settle(deps, orderId, transactionIds),
  });
}

async function settle(
  deps: ReconcileDeps,
  orderId: string,
  transactionIds: readonly string[],
): Promise<Result<void, never>> {
  const made: Adjustment[] = [];
  for (const transactionId of transactionIds) {
    const lookup = await deps.billing.adjustments(transactionId);
    // The next run, a minute later, looks it up again.
    if (!lookup.ok) return ok(undefined);
    const open = openRefundOf(lookup.value);
    if (open !== undefined) made.push(open);
  }
  await deps.db.transaction().execute(async (trx) => {
    await applyProviderEvents(deps, trx, orderId, made.map(adjustmentEvent), deps.clock.now());
    if (made.length === 0) await releaseBenefit(trx, { kind: 'refund', orderId });
  });
  return ok(undefined);
}

/** Selects orders whose refund was claimed before `before` and for which the provider has sent no response since. */
function unansweredRefunds(db: Database | DatabaseTransaction, before: Date) {
  return db
    .selectFrom('mailboxBenefits')
    .select('orderId as id')
    .where('kind', '=', sql.lit('refund' as const))
    .where('isReleased', '=', sql.lit(false))
    .where('orderId', 'is not', null)
    .where('answeredAt', 'is', null)
    .$narrowType<{ id: string }>()
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
    );
}

/** Marks the claims of which the provider has made the refund: they are not read again. A rejected refund releases its claim. */
async function markAnsweredRefunds(db: Database, now: Date): Promise<void> {
  await repeatFullBatches(batchSize, async () => {
    const { numAffectedRows = 0n } = await sql`
      with answered as materialized (
        select mailbox_hash, kind from mailbox_benefits claimed
        where kind = 'refund' and is_released = false and order_id is not null and answered_at is null
          and exists (select from refunds where refunds.order_id = claimed.order_id and refunds.state <> 'rejected')
        order by claimed_at limit ${batchSize} for update skip locked)
      update mailbox_benefits set answered_at = ${now} from answered
      where mailbox_benefits.mailbox_hash = answered.mailbox_hash and mailbox_benefits.kind = answered.kind`.execute(
      db,
    );
    return Number(numAffectedRows);
  });
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
