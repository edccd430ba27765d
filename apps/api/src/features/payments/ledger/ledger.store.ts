import { sql } from 'kysely';
import type { DatabaseTransaction, Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { LedgerPosting } from './ledger-postings.ts';
import { traceIn } from '../inbox/trace-context.ts';
import { deleteInBatches } from '../../../platform/database/batches.ts';
import { paymentOf, markEventsProcessed } from '../inbox/events.store.ts';

/** A ledger posting and its product. */
interface LedgerEntry extends LedgerPosting {
  /** The plan, or the kind of another product. */
  readonly product: string;
}

/**
 * Inserts missing ledger entries. For existing entries only the time changes, when an earlier event about the movement arrives late. Each
 * entry belongs to the order whose own transaction it moves, else (a renewal) to `orderId`.
 */
export async function recordAll(
  trx: DatabaseTransaction,
  provider: Schema['ledgerEntries']['provider'],
  ledgerPostings: readonly LedgerEntry[],
  { orderId, now }: { readonly orderId: string; readonly now: Date },
): Promise<void> {
  if (ledgerPostings.length === 0) return;
  const transactions = [...new Set(ledgerPostings.map(({ transactionId }) => transactionId))];
  const owners = await trx
    .selectFrom('orders')
    .select(['id', 'paddleTransactionId'])
    .where('paddleTransactionId', 'in', transactions)
    .execute();
  const ownerOf = (transactionId: string) =>
    owners.find(({ paddleTransactionId }) => paddleTransactionId === transactionId)?.id ?? orderId;
  const rows = ledgerPostings.map(({ transactionId, ...ledgerPosting }) => ({
    ...ledgerPosting,
    provider,
    orderId: ownerOf(transactionId),
    bookedAt: now,
  }));
  await trx
    .insertInto('ledgerEntries')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'kind', 'reference'])
        .doUpdateSet((set) => ({ happenedAt: set.ref('excluded.happenedAt') }))
        .whereRef('ledgerEntries.happenedAt', '>', 'excluded.happenedAt'),
    )
    .execute();
}

/**
 * Reduces an account's entries to what the ledger needs: day, product and sums, and the trace by which a late dispute finds its product. No
 * column identifies a person any more.
 */
async function anonymisePayments(trx: DatabaseTransaction, userId: string): Promise<void> {
  await trx
    .updateTable('ledgerEntries')
    .set((set) => ({
      reference: traceIn(sql.ref('ledger_entries.reference')),
      orderId: null,
      happenedAt: set.fn<Date>('date_trunc', [set.val('day'), 'happenedAt', set.val('UTC')]),
      bookedAt: set.fn<Date>('date_trunc', [set.val('day'), 'bookedAt', set.val('UTC')]),
    }))
    .where('orderId', 'in', (orders) =>
      orders.selectFrom('orders').select('orders.id').where('orders.userId', '=', userId),
    )
    .execute();
}

/** Years for which books are kept, from the end of the year of the entry (§ 147 AO, paragraphs 3 and 4). */
const keptYears = 10;

/**
 * Deletes the entries of removed accounts whose time is over. Those of an account stay while it exists: its subscriptions are derived from
 * all events, which would book the movements again. Returns their number.
 */
export function deleteOldEntries(db: Database, now: Date): Promise<number> {
  const before = new Date(Date.UTC(now.getUTCFullYear() - keptYears, 0, 1));
  return deleteInBatches(db, 'ledgerEntries', {
    key: ['id'],
    orderBy: 'bookedAt',
    due: sql`order_id is null and booked_at < ${before}`,
  });
}

/**
 * Deletes all events about an account's orders from the inbox and keeps what the ledger needs. The orders stay locked until the transaction
 * ends. Lock order is that of event processing: event, order, then the caller's account.
 */
export async function deletePayments(trx: DatabaseTransaction, userId: string): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .select(['paddleTransactionId', 'coingateOrderId'])
    .where('userId', '=', userId)
    .execute();
  for (const order of orders) {
    const payment = paymentOf(order);
    if (payment !== null) await markEventsProcessed(trx, payment);
  }
  await trx.selectFrom('orders').select('id').where('userId', '=', userId).forUpdate().execute();
  await anonymisePayments(trx, userId);
}
