import { formatMoney, homeTexts, plural, formatText } from '@comet/texts';
import type { Plan } from './plans.ts';

/** `12 months`, `1 month`. */
export function formatMonths(count: number): string {
  return formatText(plural(count, homeTexts.months), { count });
}

/** `12 months at $4.99 a month, 1 month free`. */
export function planLabel(plan: Plan): string {
  const price = formatMoney(plan.monthlyPrice);
  const months = formatMonths(plan.months);
  return plan.freeMonths > 0
    ? formatText(homeTexts.planPriceFree, { plan: months, price, free: formatMonths(plan.freeMonths) })
    : formatText(homeTexts.planPrice, { plan: months, price });
}
