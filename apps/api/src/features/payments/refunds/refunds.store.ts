import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { type Adjustment, adjustmentsOf, type ProviderEvent } from '../../subscription/index.ts';

/** A refund that was requested or decided since the last run. */
type RefundNews = Adjustment & { readonly status: 'pending' | 'approved' | 'rejected' };

/** Stores every refund in the events with its status. Returns those that were requested or decided since the last call. */
export async function recordRefunds(
  trx: DatabaseTransaction,
  orderId: string,
  events: readonly ProviderEvent[],
): Promise<readonly RefundNews[]> {
  const news: RefundNews[] = [];
  for (const refund of adjustmentsOf(events)) {
    const { action, status } = refund;
    if (action !== 'refund' || status === 'reversed') continue;
    const decidedAt = status === 'pending' ? null : refund.decidedAt;
    const changed = await trx
      .insertInto('refunds')
      .values({
        adjustmentId: refund.adjustmentId,
        orderId,
        transactionId: refund.transactionId,
        state: status,
        amount: refund.amount,
        currency: refund.currency,
        askedAt: refund.requestedAt,
        decidedAt,
      })
      .onConflict((conflict) =>
        conflict
          .column('adjustmentId')
          .doUpdateSet({ state: status, decidedAt })
          .where('refunds.state', '=', 'pending')
          .where('refunds.state', '<>', status),
      )
      .returning('adjustmentId')
      .executeTakeFirst();
    // The request event may arrive after the decision.
    await trx
      .updateTable('refunds')
      .set({ askedAt: refund.requestedAt })
      .where('adjustmentId', '=', refund.adjustmentId)
      .where('askedAt', '>', refund.requestedAt)
      .execute();
    if (changed !== undefined) news.push({ ...refund, status });
  }
  return news;
}
