import { planOfferTexts, plural, formatText, upgradeTexts } from '@comet/texts';
import { formatMonths, type Plan, type Subscription } from '../subscription/index.ts';

/** The plans that a subscription can change to, shortest first. */
export function longerPlans(
  plans: readonly Plan[],
  subscription: Pick<Subscription, 'months'>,
): readonly Plan[] {
  return plans.filter(({ months }) => months > subscription.months);
}

/**
 * The discount of a longer plan, and its free months that the subscription has not received yet; empty
 * without either.
 */
export function longerPlanText(
  { months, discountPercent, freeMonths }: Pick<Plan, 'months' | 'discountPercent' | 'freeMonths'>,
  given: number,
): string {
  const count = Math.max(0, freeMonths - given);
  const texts = given === 0 ? upgradeTexts.freeMonths : upgradeTexts.freeMonthsLeft;
  return [
    ...(discountPercent > 0
      ? [`${formatText(planOfferTexts.percentLess, { percent: discountPercent })}.`]
      : []),
    ...(count > 0
      ? [formatText(plural(count, texts), { count, plan: formatMonths(months), all: freeMonths, given })]
      : []),
  ].join(' ');
}
