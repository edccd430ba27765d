import type { SubscriptionState } from '../../platform/database/schema.ts';

export type ChangeRefusal = 'subscription_cancelled' | 'payment_due' | 'plan_unchanged' | 'downgrade_refused';

/** Why a subscription cannot go to a plan now; null where it can. Only a longer plan is an upgrade. */
export function changeRefusal(
  present: { readonly state: SubscriptionState; readonly planId: string; readonly months: number },
  wanted: { readonly planId: string; readonly months: number },
): ChangeRefusal | null {
  if (wanted.planId === present.planId) return 'plan_unchanged';
  if (wanted.months <= present.months) return 'downgrade_refused';
  if (present.state === 'cancelled') return 'subscription_cancelled';
  return present.state === 'past_due' ? 'payment_due' : null;
}
