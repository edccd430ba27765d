import type { Plan, Subscription } from '../subscription/index.ts';

export type Reason = 'longer' | 'price' | 'unused' | 'technical' | 'other';

/** Where somebody stands on the way out; each step leads back as easily as on. */
export type Step =
  | { readonly name: 'reason'; readonly reason: Reason | null }
  | { readonly name: 'offer'; readonly reason: Exclude<Reason, 'longer'> }
  | { readonly name: 'effect'; readonly reason: Exclude<Reason, 'longer'> }
  | { readonly name: 'done' };

export const stepNumber: Readonly<Record<Step['name'], number>> = {
  reason: 0,
  offer: 1,
  effect: 2,
  done: 4,
};

/** The step before; null at the first, and when it is done. */
export function stepBefore(step: Step): Step | null {
  switch (step.name) {
    case 'offer':
      return { name: 'reason', reason: step.reason };
    case 'effect':
      return { name: 'offer', reason: step.reason };
    case 'reason':
    case 'done':
      return null;
  }
}

/** The plans that a subscription can go up to, shortest first. */
export function longerPlans(
  plans: readonly Plan[],
  subscription: Pick<Subscription, 'months'>,
): readonly Plan[] {
  return plans.filter(({ months }) => months > subscription.months);
}

/** The longer plan that costs least a month, and less than the present one; null where there is none. */
export function cheaperPlan(
  plans: readonly Plan[],
  subscription: Pick<Subscription, 'months' | 'planId'>,
): { readonly plan: Plan; readonly present: Plan } | null {
  const present = plans.find(({ id }) => id === subscription.planId);
  const [plan] = longerPlans(plans, subscription).toSorted(
    (one, other) => one.monthlyPrice.amount - other.monthlyPrice.amount,
  );
  if (present === undefined || plan === undefined) return null;
  return plan.monthlyPrice.amount < present.monthlyPrice.amount ? { plan, present } : null;
}
