import { formatMoney, homeTexts, plural, say, planOfferTexts } from '@comet/texts';
import type { Plan } from './plans.ts';

/** `12 months`, `1 month`. */
export function monthsInWords(count: number): string {
  return say(plural(count, homeTexts.months), { count });
}

/**
 * Extras of a plan for its row: `1 month free, 58% less`. Undefined without extras. Trial days are shown to an account that can have
 * them.
 */
export function offerInWords(plan: Plan): string | undefined {
  if (plan.trialAvailable) return say(planOfferTexts.trialThenMonthly, { days: plan.trialDays });
  if (plan.freeMonths > 0) {
    const values = { free: monthsInWords(plan.freeMonths), percent: plan.discountPercent };
    return say(planOfferTexts.freeAndLess, values);
  }
  return plan.discountPercent > 0
    ? say(planOfferTexts.percentLess, { percent: plan.discountPercent })
    : undefined;
}

/** `12 months at $4.99 a month, 1 month free`. */
export function planInWords(plan: Plan): string {
  const price = formatMoney(plan.monthlyPrice);
  const months = monthsInWords(plan.months);
  return plan.freeMonths > 0
    ? say(homeTexts.planPriceFree, { plan: months, price, free: monthsInWords(plan.freeMonths) })
    : say(homeTexts.planPrice, { plan: months, price });
}
