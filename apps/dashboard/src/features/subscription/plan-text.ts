import { formatMoney, homeTexts, plural, formatText, navigationTexts as texts } from '@comet/texts';
import type { Plan } from './plans.ts';
import type { Subscription } from './subscription.ts';

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

/** A short description of an account's plan: `12 months, active`. */
export function planChip(subscription: Pick<Subscription, 'state' | 'months'> | null): string {
  if (subscription === null) return texts.noPlan;
  return formatText(texts.plan[subscription.state], { plan: formatMonths(subscription.months) });
}
