import { err, ok, type Result } from '@comet/foundation';
import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type SubscriptionRefusal =
  | 'subscription_required'
  | 'subscription_in_app_store'
  | 'subscription_in_play_store'
  | 'subscription_prepaid'
  | 'conflict';

export interface LockedSubscription {
  readonly subscription: Selectable<Schema['subscriptions']>;
  /** The order that created it; locked, which serialises all changes of the subscription. */
  readonly orderId: string;
  readonly providerSubscriptionId: string;
}

const stores = {
  app_store: 'subscription_in_app_store',
  play_store: 'subscription_in_play_store',
} as const;

/**
 * Returns the subscription that gives a user access, locked until the transaction ends. Refuses one that cannot be changed here: it was
 * sold by an app store, or was paid in advance and does not renew.
 */
export async function lockSubscription(
  trx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<Result<LockedSubscription, SubscriptionRefusal>> {
  const found = await runningOf(trx, userId, now);
  if (found === undefined) return err('subscription_required');
  if (found.source !== 'web') return err(stores[found.source]);
  const { orderId } = found;
  if (orderId === null) return err('conflict');
  const order = await trx
    .selectFrom('orders')
    .select('provider')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (order.provider === 'coingate') return err('subscription_prepaid');
  // The previous holder of the lock may have changed it.
  const subscription = await runningOf(trx, userId, now);
  if (subscription === undefined) return err('subscription_required');
  const { paddleSubscriptionId: providerSubscriptionId } = subscription;
  // The provider's notification that names the subscription has not arrived yet.
  if (subscription.orderId !== orderId || providerSubscriptionId === null) return err('conflict');
  return ok({ subscription, orderId, providerSubscriptionId });
}

function runningOf(trx: DatabaseTransaction, userId: string, now: Date) {
  return trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('accessUntil', '>', now)
    .orderBy('accessUntil', 'desc')
    .limit(1)
    .executeTakeFirst();
}
