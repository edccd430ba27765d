import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { PaymentProvider } from '../../../platform/database/schema.ts';

/** Returns the order that holds the events: for a plan change, the order that created the subscription. */
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
 * Returns the order of an event: the one whose transaction it names, or whose transaction created the subscription that it names. Custom
 * data of the transaction is ignored: a checkout opened with the public token can carry any value.
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
    // Refunds of other charges on the subscription name the subscription too.
    .where('orders.kind', 'in', ['subscription', 'plan_change'])
    .executeTakeFirst();
  return through?.id ?? null;
}
