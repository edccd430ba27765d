import { err, ok, type Result } from '@comet/foundation';
import type { CancellationReason } from '../../platform/database/schema.ts';
import type { ChangeFailure } from '../../platform/paddle/billing.ts';
import { believeAnswers, subscriptionAnswer } from '../payments/index.ts';
import { type ShownSubscription, shownSubscription } from '../subscription/index.ts';
import type { BillingDeps } from './deps.ts';
import { type HeldRefusal, holdSubscription } from './hold-subscription.ts';

type Refusal = HeldRefusal | ChangeFailure<'subscription_locked'>;

/**
 * Cancels a subscription: it works until the end of what is paid. One whose payment is due is ended at the provider, which would go on
 * trying to charge it, and keeps the week that it has. Cancelling what is cancelled changes nothing.
 */
export async function cancelSubscription(
  deps: BillingDeps,
  given: { readonly userId: string; readonly reason: CancellationReason | null },
): Promise<Result<ShownSubscription, Refusal>> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const held = await holdSubscription(trx, given.userId, now);
    if (!held.ok) return held;
    const { subscription, orderId, providerSubscriptionId: id } = held.value;
    if (subscription.state !== 'cancelled') {
      const isDue = subscription.state === 'past_due';
      const cancelled = isDue ? await deps.billing.cancelNow(id) : await deps.billing.cancelAtPeriodEnd(id);
      if (!cancelled.ok) return cancelled;
      await believeAnswers(deps, trx, orderId, [subscriptionAnswer(cancelled.value)], now);
      await trx
        .updateTable('subscriptions')
        .set({ cancellationReason: given.reason })
        .where('id', '=', subscription.id)
        .execute();
    }
    const shown = await shownSubscription(trx, given.userId, now);
    return shown === null ? err('subscription_required') : ok(shown);
  });
}

/** Undoes a cancellation that has not taken effect yet. Undoing where nothing is cancelled changes nothing. */
export async function undoCancellation(
  deps: BillingDeps,
  userId: string,
): Promise<Result<ShownSubscription, HeldRefusal | ChangeFailure<'subscription_locked' | 'undo_too_late'>>> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const held = await holdSubscription(trx, userId, now);
    if (!held.ok) return held;
    const { subscription, orderId, providerSubscriptionId } = held.value;
    if (subscription.state === 'cancelled') {
      const undone = await deps.billing.undoCancellation(providerSubscriptionId);
      if (!undone.ok) return undone;
      await believeAnswers(deps, trx, orderId, [subscriptionAnswer(undone.value)], now);
      await trx
        .updateTable('subscriptions')
        .set({ cancellationReason: null })
        .where('id', '=', subscription.id)
        .execute();
    }
    const shown = await shownSubscription(trx, userId, now);
    if (shown === null) return err('subscription_required');
    // Paused at the provider, or ended there: there is nothing that could be undone.
    return shown.state === 'cancelled' ? err('undo_too_late') : ok(shown);
  });
}
