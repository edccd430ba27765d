import { planOfferTexts, formatText } from '@comet/texts';
import { formatMonths } from './plan-text.ts';
import type { Plan } from './plans.ts';

/**
 * Extras of a plan for its row: `1 month free, 58% less`. Undefined without extras. Trial days are shown only
 * to eligible accounts.
 */
export function offerText(plan: Plan): string | undefined {
  if (plan.trialAvailable) return formatText(planOfferTexts.trialThenMonthly, { days: plan.trialDays });
  if (plan.freeMonths > 0) {
    const values = { free: formatMonths(plan.freeMonths), percent: plan.discountPercent };
    return formatText(planOfferTexts.freeAndLess, values);
  }
  return plan.discountPercent > 0
    ? formatText(planOfferTexts.percentLess, { percent: plan.discountPercent })
    : undefined;
}
