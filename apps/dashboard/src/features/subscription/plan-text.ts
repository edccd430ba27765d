import { formatMoney, homeTexts, plural, say } from '@comet/texts';
import type { Plan } from './plans.ts';

/** `12 months`, `1 month`. */
export function formatMonths(count: number): string {
  return say(plural(count, homeTexts.months), { count });
}

/** `12 months at $4.99 a month, 1 month free`. */
export function planLabel(plan: Plan): string {
  const price = formatMoney(plan.monthlyPrice);
  const months = formatMonths(plan.months);
  return plan.freeMonths > 0
    ? say(homeTexts.planPriceFree, { plan: months, price, free: formatMonths(plan.freeMonths) })
    : say(homeTexts.planPrice, { plan: months, price });
}
