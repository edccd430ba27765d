import type { ExpressionBuilder, Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { PaymentProvider, Schema } from '../../../platform/database/schema.ts';
import type { ProviderEvent } from '../../subscription/index.ts';

/** A provider's id of a payment: Paddle's transaction, CoinGate's order. */
export interface Payment {
  readonly provider: PaymentProvider;
  readonly transactionId: string;
}

/** The provider's id of an order's payment; null before its checkout was opened. */
export function paymentOf(
  order: Pick<Selectable<Schema['orders']>, 'paddleTransactionId' | 'coingateOrderId'>,
): Payment | null {
  const { paddleTransactionId, coingateOrderId } = order;
  if (coingateOrderId !== null) return { provider: 'coingate', transactionId: coingateOrderId };
  return paddleTransactionId === null ? null : { provider: 'paddle', transactionId: paddleTransactionId };
}

/** Returns the subscriptions that a transaction created, and those that it charged. */
async function subscriptionsOf(
  trx: DatabaseTransaction,
  { provider, transactionId }: Payment,
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('providerEvents')
    .select('subscriptionId')
    .distinct()
    .where('provider', '=', provider)
    .where('transactionId', '=', transactionId)
    .where('subscriptionId', 'is not', null)
    .where('eventType', 'not like', 'adjustment.%')
    .execute();
  return rows.flatMap(({ subscriptionId }) => subscriptionId ?? []);
}

/**
 * Events about a transaction and its subscriptions, without other charges on those. The ids of the subscriptions are values, because no index
 * serves a condition that has either an id or a subquery.
 */
function about({ provider, transactionId }: Payment, subscriptionIds: readonly string[]) {
  return (where: ExpressionBuilder<Schema, 'providerEvents'>) =>
    where.and([
      where('provider', '=', provider),
      where.or([
        where('transactionId', '=', transactionId),
        where.and([
          where('subscriptionId', '=', (any) => any.fn.any(any.val(subscriptionIds))),
          where.not(
            where.exists(
              where
                .selectFrom('orders')
                .select('orders.id')
                .whereRef('orders.paddleTransactionId', '=', 'providerEvents.transactionId')
                .where('orders.kind', 'not in', ['subscription', 'plan_change']),
            ),
          ),
        ]),
      ]),
    ]);
}

/** Returns all events of a transaction and of the subscriptions that it created. */
export async function eventsOf(
  trx: DatabaseTransaction,
  payment: Payment,
): Promise<readonly ProviderEvent[]> {
  const rows = await trx
    .selectFrom('providerEvents')
    .select('event')
    .where('event', 'is not', null)
    .where(about(payment, await subscriptionsOf(trx, payment)))
    .orderBy('occurredAt')
    .orderBy('eventId')
    .execute();
  // Written by `storeEvent` from the same type.
  return rows.map((row) => row.event as ProviderEvent);
}

/**
 * The unprocessed events that name the same transaction or subscription, locked until the transaction ends. Those locked by another worker
 * are skipped. Later reads see at least these.
 */
export async function lockOpenEvents(
  trx: DatabaseTransaction,
  provider: PaymentProvider,
  about: { readonly transactionId: string | null; readonly subscriptionId: string | null },
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('providerEvents')
    .select('eventId')
    .where('provider', '=', provider)
    .where('processedAt', 'is', null)
    .where((where) =>
      where.or([
        where('transactionId', '=', about.transactionId),
        where('subscriptionId', '=', about.subscriptionId),
      ]),
    )
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ eventId }) => eventId);
}

/** Marks the same events as processed. */
export async function markEventsProcessed(trx: DatabaseTransaction, payment: Payment): Promise<void> {
  const subscriptionIds = await subscriptionsOf(trx, payment);
  await trx.deleteFrom('providerEvents').where(about(payment, subscriptionIds)).execute();
}
