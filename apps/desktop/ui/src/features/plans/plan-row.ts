import { checkoutTexts, formatMoney, homeTexts, plural, say, planOfferTexts } from '@comet/texts';
import type { ResultOf } from '@comet/tunnel-protocol';

export type Plan = ResultOf<'account.plans'>['plans'][number];

const monthsInWords = (count: number) => say(plural(count, homeTexts.months), { count });

/** A plan as a row to choose: its months, what it gives beside them, its price. Only who never had a plan is given days to try it. */
export function planRow(plan: Plan, { isNew }: { readonly isNew: boolean }) {
  const detail = offer(plan, isNew);
  return {
    value: plan.id,
    title: monthsInWords(plan.months),
    ...(detail === null ? {} : { detail }),
    figure: formatMoney(plan.monthly),
    figureDetail:
      plan.months === 1
        ? checkoutTexts.aMonth
        : say(checkoutTexts.aMonthNow, { amount: formatMoney(plan.value) }),
  };
}

function offer({ trialDays, monthsFree, discountPercent: percent }: Plan, isNew: boolean): string | null {
  if (trialDays > 0 && isNew) return say(planOfferTexts.trialThenMonthly, { days: trialDays });
  if (monthsFree > 0) return say(planOfferTexts.freeAndLess, { free: monthsInWords(monthsFree), percent });
  return percent > 0 ? say(planOfferTexts.percentLess, { percent }) : null;
}

/** The plan that is chosen when the screen opens, as in the dashboard: the one for a year, else the first. */
export function firstChosen(plans: readonly Plan[]): string | null {
  return (plans.find(({ months }) => months === 12) ?? plans[0])?.id ?? null;
}
