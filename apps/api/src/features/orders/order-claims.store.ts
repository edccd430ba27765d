import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** Longer than the calls between two renewals can take together: three of ten seconds each, plus the wait for a connection. */
const lifetime = sql`interval '60 seconds'`;

/** Uses the clock of the database, which all processes share, at the time of the statement, not of the transaction's start. */
const isClaimed: RawBuilder<boolean> = sql`(checkout_claimed_until > clock_timestamp())`;

/** Matches orders for which no provider call is in progress. */
export const isUnclaimed: RawBuilder<boolean> = sql`(${isClaimed} is not true)`;

/** Claims an order that the caller has locked, under a new id; false while another call holds the claim. */
export async function claimOrder(trx: DatabaseTransaction, orderId: string, claim: string): Promise<boolean> {
  const claimed = await trx
    .updateTable('orders')
    .set({ checkoutClaim: claim, checkoutClaimedUntil: sql`clock_timestamp() + ${lifetime}` })
    .where('id', '=', orderId)
    .where(isUnclaimed)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Extends a claim to its full lifetime; false if it has expired or another call has claimed the order. */
export async function renewClaim(db: Database, orderId: string, claim: string): Promise<boolean> {
  const renewed = await db
    .updateTable('orders')
    .set({ checkoutClaimedUntil: sql`clock_timestamp() + ${lifetime}` })
    .where('id', '=', orderId)
    .where('checkoutClaim', '=', claim)
    .where(isClaimed)
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Ends a claim, so that the order can be claimed again at once. A claim that another call has taken over stays. */
export async function releaseClaim(
  db: Database | DatabaseTransaction,
  orderId: string,
  claim: string,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ checkoutClaim: null, checkoutClaimedUntil: null })
    .where('id', '=', orderId)
    .where('checkoutClaim', '=', claim)
    .execute();
}
