import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { DataProduct } from '../../platform/database/schema.ts';
import { lockDataAccount, recordRefill } from './accounts.store.ts';
import { balanceOf } from './balance.ts';

/** The unit of sale. */
export const gigabyte = 1_000_000_000;

/** Adds an order's purchase to the ledger. The key is the order, so that a repeat adds nothing. */
export async function enterPurchase(
  trx: DatabaseTransaction,
  order: { readonly id: string; readonly userId: string },
  bought: { readonly product: DataProduct; readonly gigabytes: number },
  now: Date,
): Promise<void> {
  const entered = await trx
    .insertInto('dataEntries')
    .values({
      userId: order.userId,
      product: bought.product,
      kind: 'purchase',
      bytes: bought.gigabytes * gigabyte,
      orderId: order.id,
      enteredAt: now,
    })
    .onConflict((conflict) => conflict.column('orderId').where('kind', '=', 'purchase').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (entered !== undefined) await recordRefill(trx, { userId: order.userId, product: bought.product });
}

/**
 * Revokes the data that an order bought, as far as it is neither used nor held by a gateway: a negative balance would reduce the next
 * purchase. Does nothing where the order bought nothing or has nothing left. The order must be locked; called once per refund.
 */
export async function enterRefund(trx: DatabaseTransaction, orderId: string, now: Date): Promise<void> {
  const entry = await enteredFor(trx, orderId);
  if (entry === null || (await lockDataAccount(trx, entry.purchase)) === null) return;
  const { purchase } = entry;
  const back = Math.min(entry.left, (await balanceOf(trx, purchase)).drawableBytes);
  if (back > 0)
    await trx
      .insertInto('dataEntries')
      .values({ ...purchase, kind: 'refund', bytes: -back, orderId, enteredAt: now })
      .execute();
  await recordRefill(trx, purchase);
}

/** Restores what was revoked of an order; does nothing where nothing was. The order must be locked. */
export async function enterReturn(trx: DatabaseTransaction, orderId: string, now: Date): Promise<void> {
  const entry = await enteredFor(trx, orderId);
  if (entry === null || entry.left >= entry.bought) return;
  const { purchase, bought, left } = entry;
  await trx
    .insertInto('dataEntries')
    .values({ ...purchase, kind: 'return', bytes: bought - left, orderId, enteredAt: now })
    .execute();
  await recordRefill(trx, purchase);
}

/** Returns the bytes that an order bought, and the net amount after all refunds and reversals. */
async function enteredFor(trx: DatabaseTransaction, orderId: string) {
  const entries = await trx
    .selectFrom('dataEntries')
    .select(['userId', 'product', 'kind', 'bytes'])
    .where('orderId', '=', orderId)
    .execute();
  const purchase = entries.find(({ kind }) => kind === 'purchase');
  if (purchase === undefined) return null;
  const { userId, product, bytes: bought } = purchase;
  const left = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  return { purchase: { userId, product }, bought, left };
}
