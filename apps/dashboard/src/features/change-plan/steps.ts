import type { Plan, Subscription } from '../subscription/index.ts';

export type Reason = 'longer' | 'price' | 'unused' | 'technical' | 'other';

/** Steps of a cancellation; each has a step back and a step forward. */
export type Step =
  | { readonly name: 'reason'; readonly reason: Reason | null }
  | { readonly name: 'offer'; readonly reason: Exclude<Reason, 'longer'> }
  | { readonly name: 'effect'; readonly reason: Exclude<Reason, 'longer'> }
  | { readonly name: 'done' };

/** A step as named in the screen's address, so that the browser's back button goes through the steps. */
export interface StepSearch {
  readonly reason?: string;
  readonly step?: string;
}

const leaving = ['price', 'unused', 'technical', 'other'] as const;

/** The step that an address names; the first for what it does not name rightly. It never names the last: that is seen once. */
export function stepOf({ reason: named, step }: StepSearch): Exclude<Step, { name: 'done' }> {
  const reason = leaving.find((one) => one === named);
  if (reason === undefined) return { name: 'reason', reason: named === 'longer' ? named : null };
  return step === 'offer' || step === 'effect' ? { name: step, reason } : { name: 'reason', reason };
}

export function searchOf(step: Exclude<Step, { name: 'done' }>): StepSearch {
  if (step.name === 'reason') return step.reason === null ? {} : { reason: step.reason };
  return { reason: step.reason, step: step.name };
}

export const stepNumber: Readonly<Record<Step['name'], number>> = {
  reason: 0,
  offer: 1,
  effect: 2,
  done: 4,
};

/** The step before; null at the first, and when it is done. */
export function stepBefore(step: Step): Exclude<Step, { name: 'done' }> | null {
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
