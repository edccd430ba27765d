import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { DataProduct } from '../../platform/database/schema.ts';

/** A gigabyte as it is sold. */
const gigabyte = 1_000_000_000;

export interface DataBalance {
  readonly boughtBytes: number;
  readonly usedBytes: number;
  readonly availableBytes: number;
}

/** What somebody has bought, used and has left of a product: the sums of the ledger. */
export async function dataBalance(db: Database, userId: string, product: DataProduct): Promise<DataBalance> {
  const { bought, used } = await db
    .selectFrom('dataEntries')
    .select([
      sql<number>`coalesce(sum(bytes) filter (where kind <> 'usage'), 0)::bigint`.as('bought'),
      sql<number>`coalesce(-sum(bytes) filter (where kind = 'usage'), 0)::bigint`.as('used'),
    ])
    .where('userId', '=', userId)
    .where('product', '=', product)
    .executeTakeFirstOrThrow();
  // What was used of data that was given back later is nobody's debt.
  return { boughtBytes: Math.max(0, bought), usedBytes: used, availableBytes: Math.max(0, bought - used) };
}

/** Enters what an order bought. Its key is the order, so that a repeat adds nothing. */
export async function enterPurchase(
  trx: DatabaseTransaction,
  order: { readonly id: string; readonly userId: string },
  bought: { readonly product: DataProduct; readonly gigabytes: number },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('dataEntries')
    .values({
      userId: order.userId,
      product: bought.product,
      kind: 'purchase',
      bytes: bought.gigabytes * gigabyte,
      orderId: order.id,
      enteredAt: now,
    })
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doNothing())
    .execute();
}

/** Takes back what an order bought, once; nothing where it bought nothing. */
export async function enterRefund(trx: DatabaseTransaction, orderId: string, now: Date): Promise<void> {
  const bought = await trx
    .selectFrom('dataEntries')
    .select(['userId', 'product', 'bytes'])
    .where('orderId', '=', orderId)
    .where('kind', '=', 'purchase')
    .executeTakeFirst();
  if (bought === undefined) return;
  await trx
    .insertInto('dataEntries')
    .values({ ...bought, kind: 'refund', bytes: -bought.bytes, orderId, enteredAt: now })
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doNothing())
    .execute();
}
