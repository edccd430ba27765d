import type { SubscriptionState } from '../../platform/database/schema.ts';

/** What a customer is told by mail when a subscription goes from one state to another. */
export type Notice = 'payment_failed' | 'cancelled' | 'trial_started';

const renewing: ReadonlySet<SubscriptionState | null> = new Set([null, 'trialing', 'active', 'past_due']);

/**
 * The notice that a change calls for. States are derived from the set of all events, so a notification that is repeated or comes late
 * changes no state, and nothing is told twice. `before` is null for a subscription that is new.
 */
export function noticeOf(before: SubscriptionState | null, after: SubscriptionState): Notice | null {
  if (after === 'past_due') return before === 'past_due' ? null : 'payment_failed';
  if (after === 'trialing') return before === null ? 'trial_started' : null;
  return after === 'cancelled' && renewing.has(before) ? 'cancelled' : null;
}
