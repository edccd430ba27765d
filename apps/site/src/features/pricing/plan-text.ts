import { formatMoney } from '@comet/texts';
import { plural, pricingTexts, say } from '@comet/texts/site';
import type { Plan } from '../catalogue/index.ts';

const { plans: texts } = pricingTexts;

/** A plan's name, its charge and billing period, and its offers. */
export function planText(plan: Omit<Plan, 'id' | 'fullPrice' | 'monthlyPrice'>): {
  readonly length: string;
  readonly charged: string;
  readonly notes: readonly string[];
} {
  const { months, trialDays, freeMonths, discountPercent } = plan;
  const price = formatMoney(plan.price);
  const notes = [
    ...(trialDays > 0 ? [say(texts.trial, { days: trialDays })] : []),
    ...(freeMonths > 0 ? [say(plural(freeMonths, texts.freeMonths), { months: freeMonths })] : []),
    ...(discountPercent > 0 ? [say(texts.saves, { percent: discountPercent })] : []),
  ];
  return {
    length: say(plural(months, texts.months), { months }),
    charged:
      months === 1
        ? say(texts.paidMonthly, { price })
        : say(texts.paidOnce, { price, months: months + freeMonths }),
    notes,
  };
}
