import type { Plan, Subscription } from '../subscription/index.ts';

/** The plans that a subscription can change to, shortest first. */
export function longerPlans(
  plans: readonly Plan[],
  subscription: Pick<Subscription, 'months'>,
): readonly Plan[] {
  return plans.filter(({ months }) => months > subscription.months);
}
