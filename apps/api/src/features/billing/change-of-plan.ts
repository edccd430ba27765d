import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { ChangeFailure } from '../../platform/paddle/billing.ts';
import { lockOrder, type StoredOrder } from '../orders/index.ts';
import type { BillingDeps } from './deps.ts';
import { type LockedSubscription, type SubscriptionRefusal, lockSubscription } from './lock-subscription.ts';
import type { SubscriptionState } from '../../platform/database/schema.ts';

export type ConfirmRefusal =
  | 'not_found'
  | 'order_not_payable'
  | 'plan_change_under_way'
  | SubscriptionRefusal
  | ChangeRefusal
  | ChangeFailure<'subscription_locked' | 'payment_declined'>;

export interface Given {
  readonly userId: string;
  readonly orderId: string;
}

/** A change of plan with its subscription. `orderId` is the order that created the subscription. */
export interface Change {
  readonly orderId: string;
  readonly held: LockedSubscription;
  readonly change: StoredOrder;
}

/** Reads the change and its subscription, both locked. */
export async function changeOf(
  deps: BillingDeps,
  trx: DatabaseTransaction,
  given: Given,
  now: Date,
): Promise<Result<Change, ConfirmRefusal>> {
  const known = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', given.orderId)
    .where('userId', '=', given.userId)
    .where('kind', '=', 'plan_change')
    .executeTakeFirst();
  if (known === undefined) return err('not_found');
  const held = await lockSubscription(trx, given.userId, now);
  if (!held.ok) return held;
  const change = await lockOrder(trx, given.userId, given.orderId);
  if (change === null || change.item.kind !== 'plan_change') return err('not_found');
  const isOpen = change.state === 'draft' || change.state === 'processing' || change.state === 'paid';
  if (!isOpen || change.item.subscriptionId !== held.value.subscription.id) return err('order_not_payable');
  return ok({ orderId: held.value.orderId, held: held.value, change });
}

export type ChangeRefusal = 'subscription_cancelled' | 'payment_due' | 'plan_unchanged' | 'downgrade_refused';

/** Returns why a subscription cannot change to a plan now; null if it can. Only a longer plan is an upgrade. */
export function changeRefusal(
  present: { readonly state: SubscriptionState; readonly planId: string; readonly months: number },
  wanted: { readonly planId: string; readonly months: number },
): ChangeRefusal | null {
  if (wanted.planId === present.planId) return 'plan_unchanged';
  if (wanted.months <= present.months) return 'downgrade_refused';
  if (present.state === 'cancelled') return 'subscription_cancelled';
  return present.state === 'past_due' ? 'payment_due' : null;
}
