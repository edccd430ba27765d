import { err, ok, type Result } from '@comet/foundation';
import type { Subscription } from '@paddle/paddle-node-sdk';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { CancellationReason } from '../../platform/database/schema.ts';
import type { ChangeFailure } from '../../platform/paddle/billing.ts';
import { alreadyDone, toCall, withOrderClaim } from '../orders/index.ts';
import { applyProviderEvents, subscriptionEvent } from '../payments/index.ts';
import { type SubscriptionView, subscriptionView } from '../subscription/index.ts';
import type { BillingDeps } from './deps.ts';
import { type LockedSubscription, type SubscriptionRefusal, lockSubscription } from './lock-subscription.ts';

type CancelRefusal = SubscriptionRefusal | ChangeFailure<'subscription_locked'>;
type UndoRefusal = SubscriptionRefusal | ChangeFailure<'subscription_locked' | 'undo_too_late'>;

/**
 * Cancels a subscription: it stays active until the end of the paid period. A past-due subscription is ended at the provider, which would
 * otherwise retry the charge, and keeps its week of grace. Cancelling a cancelled subscription only stores the reason, if there is one: it is
 * asked after the cancellation.
 */
export async function cancelSubscription(
  deps: BillingDeps,
  given: { readonly userId: string; readonly reason: CancellationReason | null },
): Promise<Result<SubscriptionView, CancelRefusal>> {
  const { billing } = deps;
  return changeAtProvider<CancelRefusal>(deps, given.userId, {
    isNeeded: (state) => state !== 'cancelled',
    call: ({ subscription, providerSubscriptionId: id }) =>
      subscription.state === 'past_due' ? billing.cancelNow(id) : billing.cancelAtPeriodEnd(id),
    reason: given.reason,
  });
}

/** Undoes a cancellation that has not taken effect yet. Without a cancellation it changes nothing. */
export async function undoCancellation(
  deps: BillingDeps,
  userId: string,
): Promise<Result<SubscriptionView, UndoRefusal>> {
  const undone = await changeAtProvider<UndoRefusal>(deps, userId, {
    isNeeded: (state) => state === 'cancelled',
    call: ({ providerSubscriptionId }) => deps.billing.undoCancellation(providerSubscriptionId),
    reason: null,
  });
  // The subscription is paused or ended at the provider: there is no cancellation to undo.
  return undone.ok && undone.value.state === 'cancelled' ? err('undo_too_late') : undone;
}

/** Makes one call that changes a subscription at the provider, if it is needed, and returns the subscription's state from the response. */
async function changeAtProvider<Refusal>(
  deps: BillingDeps,
  userId: string,
  change: {
    isNeeded(state: LockedSubscription['subscription']['state']): boolean;
    call(held: LockedSubscription): Promise<Result<Subscription, Refusal>>;
    readonly reason: CancellationReason | null;
  },
): Promise<Result<SubscriptionView, Refusal | SubscriptionRefusal>> {
  return withOrderClaim<
    LockedSubscription,
    LockedSubscription,
    SubscriptionView,
    Refusal | SubscriptionRefusal
  >(deps.db, {
    lock: (trx) => lockSubscription(trx, userId, deps.clock.now()),
    async begin(trx, held) {
      if (change.isNeeded(held.subscription.state)) return toCall(held);
      if (change.reason !== null) await storeReason(trx, held.subscription.id, change.reason);
      const shown = await subscriptionView(trx, userId, deps.clock.now());
      return shown === null ? err('subscription_required') : alreadyDone(shown);
    },
    async work(held) {
      const changed = await change.call(held);
      if (!changed.ok) return changed;
      return deps.db.transaction().execute(async (trx) => {
        const now = deps.clock.now();
        await applyProviderEvents(deps, trx, held.orderId, [subscriptionEvent(changed.value)], now);
        await storeReason(trx, held.subscription.id, change.reason);
        const shown = await subscriptionView(trx, userId, now);
        return shown === null ? err('subscription_required') : ok(shown);
      });
    },
  });
}

async function storeReason(
  trx: DatabaseTransaction,
  subscriptionId: string,
  reason: CancellationReason | null,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ cancellationReason: reason })
    .where('id', '=', subscriptionId)
    .execute();
}
