import type { Schedule } from '../../platform/schedule.ts';
import type { PaddleState } from '../state.ts';
import type { Subscription } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { cancelNow, renew, retryDunning } from './renewal.ts';

/** A due entry of a subscription. */
export interface SubscriptionEvent {
  readonly at: Date;
  readonly subscriptionId: string;
  readonly kind: 'renewal' | 'cancellation' | 'retry';
}

/** Schedule of all subscriptions. */
export function subscriptionSchedule(context: PaddleContext): Schedule<SubscriptionEvent> {
  return {
    next: () => earliest(context.state),
    execute(due) {
      const subscription = context.state.subscriptions[due.subscriptionId];
      if (subscription === undefined) return;
      switch (due.kind) {
        case 'renewal':
          return renew(context, subscription);
        case 'cancellation':
          return cancelNow(context, subscription);
        case 'retry':
          return retryDunning(context, subscription);
      }
    },
  };
}

function earliest(state: PaddleState): SubscriptionEvent | null {
  let first: SubscriptionEvent | null = null;
  for (const subscription of Object.values(state.subscriptions)) {
    const next = nextOf(state, subscription);
    if (next !== null && (first === null || next.at < first.at)) first = next;
  }
  return first;
}

/** Returns the next due entry of a subscription, or null: a scheduled cancellation, a retry of an unpaid renewal, or a renewal. */
function nextOf(state: PaddleState, subscription: Subscription): SubscriptionEvent | null {
  const { id: subscriptionId, scheduled_change: change } = subscription;
  const due = (at: string, kind: SubscriptionEvent['kind']): SubscriptionEvent => ({
    at: new Date(at),
    subscriptionId,
    kind,
  });
  const dunning = state.billing[subscriptionId]?.dunning ?? null;
  if (change?.action === 'cancel') return due(change.effective_at, 'cancellation');
  if (subscription.status === 'past_due') return dunning && due(dunning.nextAttemptAt, 'retry');
  const renews = subscription.status === 'active' || subscription.status === 'trialing';
  return renews && subscription.next_billed_at ? due(subscription.next_billed_at, 'renewal') : null;
}
