import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** Returns how much of a payment is refunded or about to be, in the minor unit. `transactionId` is Paddle's. */
export async function refundedOf(db: Database | DatabaseTransaction, transactionId: string): Promise<number> {
  const refunds = await db
    .selectFrom('refunds')
    .select('amount')
    .where('transactionId', '=', transactionId)
    .where('state', '<>', 'rejected')
    .execute();
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}
