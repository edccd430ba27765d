import { formatList, formatMoney } from '@comet/texts';
import { plural, pricingTexts, formatText } from '@comet/texts/site';
import type { Plan } from '../catalogue/index.ts';

const { plans: texts } = pricingTexts;

/** The terms of a plan in the price list. */
export type PlanTerms = Omit<Plan, 'id' | 'fullPrice' | 'trialAvailable'>;

/** The texts of a plan’s card. */
interface PlanText {
  readonly length: string;
  /** Price per paid month. */
  readonly monthlyPrice: string;
  /** The discount compared with the monthly plan, else the free days; null without either. */
  readonly offer: string | null;
  readonly paidToday: string;
  readonly renewal: string;
  readonly action: string;
}

/** Returns the texts of a plan's card, all derived from the plan's terms. */
export function planText(plan: PlanTerms): PlanText {
  const { months, trialDays, freeMonths, discountPercent } = plan;
  return {
    length: lengthOf(months),
    monthlyPrice: formatMoney(plan.monthlyPrice),
    offer:
      discountPercent > 0
        ? formatText(texts.saves, { percent: discountPercent })
        : trialDays > 0
          ? formatText(texts.firstDays, { days: trialDays })
          : null,
    paidToday: paidTodayText(plan),
    renewal: months === 1 ? texts.renewsMonthly : formatText(texts.renewsEvery, { months }),
    action:
      trialDays > 0
        ? formatText(texts.startTrial, { days: trialDays })
        : freeMonths > 0
          ? formatText(texts.getWithFree, { length: lengthOf(months), free: freeMonths })
          : formatText(texts.get, { length: lengthOf(months) }),
  };
}

function paidTodayText({ months, freeMonths, trialDays, price: amount }: PlanTerms): string {
  const price = formatMoney(amount);
  if (trialDays > 0) return formatText(texts.afterTrial, { price, days: trialDays });
  return months === 1
    ? formatText(texts.paidMonthly, { price })
    : formatText(texts.paidOnce, { price, months: months + freeMonths });
}

const lengthOf = (months: number): string => formatText(plural(months, texts.months), { months });

/**
 * Explains the monthly price over the whole period with free months, as shown in the checkout; null if no
 * plan has any.
 */
export function freeMonthsNote(plans: readonly PlanTerms[]): string | null {
  const prices = plans
    .filter(({ freeMonths }) => freeMonths > 0)
    .map(({ price, months, freeMonths }) => {
      const monthly = { ...price, amount: Math.round(price.amount / (months + freeMonths)) };
      return formatText(texts.priceWithFree, { price: formatMoney(monthly), months });
    });
  return prices.length === 0 ? null : formatText(texts.freeMonthsNote, { prices: formatList(prices) });
}

/** Length in months of the plan that the checkout preselects. */
const RECOMMENDED_MONTHS = 12;

/** Whether the price list recommends a plan. */
export const isRecommended = ({ months }: Pick<Plan, 'months'>): boolean => months === RECOMMENDED_MONTHS;
