import type { ExpressionBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { ProviderEvent } from '../subscription/index.ts';

/** Events about a transaction, and about the subscriptions that it made. */
function about(transactionId: string) {
  return (where: ExpressionBuilder<Schema, 'providerEvents'>) =>
    where.and([
      where('provider', '=', 'paddle'),
      where.or([
        where('transactionId', '=', transactionId),
        where(
          'subscriptionId',
          'in',
          where
            .selectFrom('providerEvents as own')
            .select('own.subscriptionId')
            .where('own.transactionId', '=', transactionId)
            .where('own.subscriptionId', 'is not', null)
            .$castTo<{ subscriptionId: string }>(),
        ),
      ]),
    ]);
}

/** All that the provider has said about a transaction and about the subscriptions that it made. */
export async function eventsOf(
  trx: DatabaseTransaction,
  transactionId: string,
): Promise<readonly ProviderEvent[]> {
  const rows = await trx
    .selectFrom('providerEvents')
    .select('event')
    .where('event', 'is not', null)
    .where(about(transactionId))
    .orderBy('occurredAt')
    .orderBy('eventId')
    .execute();
  // Written by `keepEvent` from the same type.
  return rows.map((row) => row.event as ProviderEvent);
}

/** Takes the same events out of the inbox. */
export async function takeEventsOf(trx: DatabaseTransaction, transactionId: string): Promise<void> {
  await trx.deleteFrom('providerEvents').where(about(transactionId)).execute();
}

const dayMs = 24 * 3600 * 1000;

/**
 * Forgets events that belong to no order of ours thirty days after they came: what the provider still says about an account that is
 * gone. Looks at one week of arrivals, so that an hourly sweep does not read the whole inbox.
 */
export async function forgetStrayEvents(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await db
    .deleteFrom('providerEvents')
    .where('receivedAt', '<', before(30))
    .where('receivedAt', '>', before(37))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('orders')
            .select('orders.id')
            .where((order) =>
              order.or([
                order('orders.paddleTransactionId', '=', order.ref('providerEvents.transactionId')),
                order(
                  'orders.paddleTransactionId',
                  'in',
                  order
                    .selectFrom('providerEvents as own')
                    .select('own.transactionId')
                    .whereRef('own.subscriptionId', '=', 'providerEvents.subscriptionId')
                    .where('own.transactionId', 'is not', null)
                    .$castTo<{ transactionId: string }>(),
                ),
              ]),
            ),
        ),
      ),
    )
    .execute();
}
