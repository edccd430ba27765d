import { type Selectable, sql } from 'kysely';
import { batchSize, deleteInBatches, repeatFullBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { OrderItem, PaymentMethod, PaymentProvider, Schema } from '../../platform/database/schema.ts';
import { isUnclaimed } from './order-claims.store.ts';
import type { Quote } from './quote.ts';
import type { OpenCheckout } from './payment-adapter.ts';

export type StoredOrder = Selectable<Schema['orders']>;

/** Serialises the creation of one customer's drafts. */
export async function lockDrafts(trx: DatabaseTransaction, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`drafts of ${userId}`}, 0))`.execute(trx);
}

/** Expires the other drafts of a kind; a draft that is being paid stays. */
async function expireOtherDrafts(
  trx: DatabaseTransaction,
  { id, userId, kind }: Pick<StoredOrder, 'id' | 'userId' | 'kind'>,
): Promise<void> {
  const others = trx
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'draft')
    .where('id', '<>', id)
    .where(isUnclaimed)
    .forUpdate()
    .skipLocked();
  await trx.updateTable('orders').set({ state: 'expired' }).where('id', 'in', others).execute();
}

/** An order as it is first stored. */
interface NewOrder {
  readonly userId: string;
  readonly item: OrderItem;
  readonly quote: Quote;
  readonly currency: string;
  readonly couponCode?: string | null;
  readonly now: Date;
}

/**
 * Stores a draft and expires the customer's other drafts of its kind. One with the same contents and price that no provider has seen is
 * opened again instead of a new one: comparing plans or reloading the checkout leaves one order for each offer.
 */
export async function storeDraft(trx: DatabaseTransaction, draft: NewOrder): Promise<StoredOrder> {
  const order = (await reopenDraft(trx, draft)) ?? (await insertOrder(trx, draft));
  await expireOtherDrafts(trx, order);
  return order;
}

async function reopenDraft(trx: DatabaseTransaction, draft: NewOrder): Promise<StoredOrder | null> {
  const { userId, item, quote, currency, couponCode = null, now } = draft;
  const same = trx
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('state', 'in', ['draft', 'expired'])
    .where('provider', 'is', null)
    .where(
      sql<boolean>`item = ${JSON.stringify(item)}::jsonb and lines = ${JSON.stringify(quote.lines)}::jsonb`,
    )
    .where('totalAmount', '=', quote.total)
    .where('currency', '=', currency)
    .where('couponCode', 'is not distinct from', couponCode)
    .where(isUnclaimed)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const reopened = await trx
    .updateTable('orders')
    .set({ state: 'draft', createdAt: now })
    .where('id', 'in', same)
    .returningAll()
    .executeTakeFirst();
  return reopened ?? null;
}

/** How often a number is chosen again that another transaction has taken at the same time. */
const numberAttempts = 8;

/** Stores a new order with its own number. */
export async function insertOrder(db: Database | DatabaseTransaction, order: NewOrder): Promise<StoredOrder> {
  for (let attempt = 0; attempt < numberAttempts; attempt += 1) {
    const inserted = await tryInsertOrder(db, order);
    if (inserted !== undefined) return inserted;
  }
  throw new Error('No free order number found');
}

/** Returns undefined if the number that the database has chosen was taken meanwhile. */
async function tryInsertOrder(
  db: Database | DatabaseTransaction,
  order: NewOrder,
): Promise<StoredOrder | undefined> {
  const { item, quote } = order;
  return db
    .insertInto('orders')
    .values({
      userId: order.userId,
      kind: item.kind,
      item: JSON.stringify(item),
      state: 'draft',
      currency: order.currency,
      totalAmount: quote.total,
      taxAmount: null,
      lines: JSON.stringify(quote.lines),
      couponCode: order.couponCode ?? null,
      method: null,
      paddleTransactionId: null,
      paddlePriceId: null,
      createdAt: order.now,
      processingAt: null,
      paidAt: null,
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns an order of this user; null if it does not exist or belongs to another user. */
export async function findOrder(db: Database, userId: string, id: string): Promise<StoredOrder | null> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return order ?? null;
}

/** Returns the order, locked until the transaction ends. */
export async function lockOrder(
  trx: DatabaseTransaction,
  userId: string,
  id: string,
): Promise<StoredOrder | null> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return order ?? null;
}

/** Returns the customer's other open checkouts of the same kind, locked; orders with a claim are left out. */
export async function lockOthers(
  trx: DatabaseTransaction,
  order: Pick<StoredOrder, 'id' | 'userId' | 'kind'>,
): Promise<readonly StoredOrder[]> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('userId', '=', order.userId)
    .where('kind', '=', order.kind)
    .where('state', '=', 'processing')
    .where('id', '<>', order.id)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Records the checkout that was opened for a draft. */
export async function startProcessing(
  trx: DatabaseTransaction,
  { id }: Pick<StoredOrder, 'id'>,
  opened: { readonly method: PaymentMethod; readonly provider: PaymentProvider; readonly at: Date },
  columns: OpenCheckout['columns'],
): Promise<StoredOrder> {
  const { method, provider, at } = opened;
  return trx
    .updateTable('orders')
    .set({
      ...columns,
      ...{ state: 'processing', method, provider, processingAt: at },
      ...{ checkoutClaim: null, checkoutClaimedUntil: null },
    })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .returningAll()
    .executeTakeFirstOrThrow();
}

const draftLifeMs = 24 * 3600 * 1000;

/** Expires drafts that are unpaid after a day, and deletes them a day later: no provider has a record of them. */
export async function expireDrafts(db: Database, now: Date): Promise<void> {
  await deleteInBatches(db, 'orders', {
    key: ['id'],
    orderBy: 'createdAt',
    due: sql`state = 'expired' and provider is null and created_at < ${new Date(now.getTime() - 2 * draftLifeMs)}`,
  });
  await repeatFullBatches(batchSize, async () => {
    const { numUpdatedRows } = await db
      .with('due', (due) =>
        due
          .selectFrom('orders')
          .select('id')
          .where('state', '=', sql.lit('draft' as const))
          .where(isUnclaimed)
          .where('createdAt', '<', new Date(now.getTime() - draftLifeMs))
          .orderBy('createdAt')
          .limit(batchSize)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('orders')
      .from('due')
      .set({ state: 'expired' })
      .whereRef('orders.id', '=', 'due.id')
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}
