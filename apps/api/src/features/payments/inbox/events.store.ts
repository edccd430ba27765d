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

/** Events about a transaction and the subscriptions that it created, without other charges on those. */
function about({ provider, transactionId }: Payment) {
  return (where: ExpressionBuilder<Schema, 'providerEvents'>) =>
    where.and([
      where('provider', '=', provider),
      where.or([
        where('transactionId', '=', transactionId),
        where.and([
          where(
            'subscriptionId',
            'in',
            where
              .selectFrom('providerEvents as own')
              .select('own.subscriptionId')
              .where('own.provider', '=', provider)
              .where('own.transactionId', '=', transactionId)
              .where('own.subscriptionId', 'is not', null)
              // Includes charges on a subscription that it did not create.
              .where('own.eventType', 'not like', 'adjustment.%')
              .$castTo<{ subscriptionId: string }>(),
          ),
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
    .where(about(payment))
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
export async function holdOpenEvents(
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
  await trx.deleteFrom('providerEvents').where(about(payment)).execute();
}
