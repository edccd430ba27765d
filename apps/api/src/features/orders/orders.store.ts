import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { OrderItem, PaymentMethod, Schema } from '../../platform/database/schema.ts';
import type { Quote } from './quote.ts';

export type StoredOrder = Selectable<Schema['orders']>;

export async function insertOrder(
  db: Database,
  order: {
    readonly userId: string;
    readonly item: OrderItem;
    readonly quote: Quote;
    readonly currency: string;
    readonly now: Date;
  },
): Promise<StoredOrder> {
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
      method: null,
      paddleTransactionId: null,
      paddlePriceId: null,
      createdAt: order.now,
      processingAt: null,
      paidAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findOrder(db: Database, userId: string, id: string): Promise<StoredOrder | null> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return order ?? null;
}

/** The order, locked until the transaction ends. */
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

export async function startProcessing(
  trx: DatabaseTransaction,
  order: {
    readonly id: string;
    readonly method: PaymentMethod;
    readonly transactionId: string;
    readonly priceId: string;
    readonly now: Date;
  },
): Promise<StoredOrder> {
  return trx
    .updateTable('orders')
    .set({
      state: 'processing',
      method: order.method,
      provider: 'paddle',
      paddleTransactionId: order.transactionId,
      paddlePriceId: order.priceId,
      processingAt: order.now,
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const draftLifeMs = 24 * 3600 * 1000;

/** Drafts that nobody paid for within a day. */
export async function expireDrafts(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: 'expired' })
    .where('state', '=', 'draft')
    .where('createdAt', '<', new Date(now.getTime() - draftLifeMs))
    .execute();
}
