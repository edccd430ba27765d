import type { SandboxClock } from '../../platform/sandbox-clock.ts';
import type { Subscription } from '../wire.ts';
import type { PaddleState } from '../state.ts';
import type { PaddleWorld } from '../world.ts';
import { cancelNow, renew, retryDunning } from './renewal.ts';

/** Something that a subscription has coming. */
export interface Due {
  readonly at: Date;
  readonly subscriptionId: string;
  readonly kind: 'renewal' | 'cancellation' | 'retry';
}

/** What a subscription has coming next, or null: a scheduled cancellation, a retry of an unpaid renewal, a renewal. */
function nextOf(state: PaddleState, subscription: Subscription): Due | null {
  const { id: subscriptionId, scheduled_change: change } = subscription;
  const due = (at: string, kind: Due['kind']): Due => ({ at: new Date(at), subscriptionId, kind });
  const dunning = state.billing[subscriptionId]?.dunning ?? null;
  if (change?.action === 'cancel') return due(change.effective_at, 'cancellation');
  if (subscription.status === 'past_due') return dunning && due(dunning.nextAttemptAt, 'retry');
  const renews = subscription.status === 'active' || subscription.status === 'trialing';
  return renews && subscription.next_billed_at ? due(subscription.next_billed_at, 'renewal') : null;
}

/**
 * Lets time pass until `until`: everything that falls due happens in its order and at its own moment, so that events
 * and dates read as if months had gone by. Returns what happened.
 */
export function passTime(world: PaddleWorld, clock: SandboxClock, until: Date): Due[] {
  const happened: Due[] = [];
  for (;;) {
    const next = earliest(world.state);
    if (next === null || next.at > until) break;
    happened.push(next);
    clock.at(next.at, () => happen(world, next));
  }
  if (until > clock.now()) {
    clock.moveTo(until);
    world.changed();
  }
  return happened;
}

/** What falls due first among all subscriptions, or null. */
export function earliest(state: PaddleState): Due | null {
  let first: Due | null = null;
  for (const subscription of Object.values(state.subscriptions)) {
    const next = nextOf(state, subscription);
    if (next !== null && (first === null || next.at < first.at)) first = next;
  }
  return first;
}

function happen(world: PaddleWorld, due: Due): void {
  const subscription = world.state.subscriptions[due.subscriptionId];
  if (subscription === undefined) return;
  switch (due.kind) {
    case 'renewal':
      return renew(world, subscription);
    case 'cancellation':
      return cancelNow(world, subscription);
    case 'retry':
      return retryDunning(world, subscription);
  }
}
