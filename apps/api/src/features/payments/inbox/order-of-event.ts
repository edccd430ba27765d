import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { PaymentProvider } from '../../../platform/database/schema.ts';

/** The order that has the events: of one that changed a plan, the one that made the subscription. */
export async function rootOf(trx: DatabaseTransaction, orderId: string): Promise<string> {
  const { item } = await trx
    .selectFrom('orders')
    .select('item')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  if (item.kind !== 'plan_change') return orderId;
  const changed = await trx
    .selectFrom('subscriptions')
    .select('orderId')
    .where('id', '=', item.subscriptionId)
    .executeTakeFirst();
  return changed?.orderId ?? orderId;
}

/** Locks the order that has the events of an order; returns its id. */
export async function lockRoot(trx: DatabaseTransaction, orderId: string): Promise<string> {
  const root = await rootOf(trx, orderId);
  await trx.selectFrom('orders').select('id').where('id', '=', root).forUpdate().execute();
  return root;
}

/**
 * The order behind an event: the one whose transaction it names, or whose transaction made the subscription that it names. What was
 * noted on the transaction is not asked: a checkout opened with our public token can carry any note.
 */
export async function orderOf(
  trx: DatabaseTransaction,
  provider: PaymentProvider,
  event: { readonly transactionId: string | null; readonly subscriptionId: string | null },
): Promise<string | null> {
  const direct = await trx
    .selectFrom('orders')
    .select('id')
    .where(provider === 'paddle' ? 'paddleTransactionId' : 'coingateOrderId', '=', event.transactionId)
    .executeTakeFirst();
  if (direct !== undefined) return direct.id;
  if (event.subscriptionId === null) return null;
  const through = await trx
    .selectFrom('providerEvents')
    .innerJoin('orders', 'orders.paddleTransactionId', 'providerEvents.transactionId')
    .select('orders.id')
    .where('providerEvents.subscriptionId', '=', event.subscriptionId)
    // What goes back of something else that was charged on it names the subscription too.
    .where('orders.kind', 'in', ['subscription', 'plan_change'])
    .executeTakeFirst();
  return through?.id ?? null;
}
