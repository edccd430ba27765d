import type { StoredOrderLine } from '../../platform/database/schema.ts';
import { addDays, addMonths, type StoredPlan } from '../plans/index.ts';

/** What a plan costs now and later. Amounts are in the currency's minor unit. */
export interface Quote {
  readonly lines: readonly StoredOrderLine[];
  /** What is charged today, before tax. */
  readonly total: number;
  readonly trialDays: number;
  readonly freeMonths: number;
}

type Terms = Pick<
  StoredPlan,
  'months' | 'priceAmount' | 'monthlyPriceAmount' | 'discountPercent' | 'trialDays' | 'freeMonths'
>;

/** The lines of an order for a plan, which always add up to the total. Trial days are for those who never subscribed. */
export function quotePlan(plan: Terms, customer: { readonly isNew: boolean }): Quote {
  const full = plan.monthlyPriceAmount * plan.months;
  const trialDays = customer.isNew ? plan.trialDays : 0;
  const lines: StoredOrderLine[] = [{ kind: 'plan', quantity: plan.months, amount: full }];
  if (plan.priceAmount !== full) {
    const amount = plan.priceAmount - full;
    lines.push({ kind: 'plan_discount', quantity: plan.discountPercent, amount });
  }
  if (trialDays > 0) lines.push({ kind: 'trial', quantity: trialDays, amount: -plan.priceAmount });
  if (plan.freeMonths > 0) lines.push({ kind: 'free_months', quantity: plan.freeMonths, amount: 0 });
  const total = trialDays > 0 ? 0 : plan.priceAmount;
  return { lines, total, trialDays, freeMonths: plan.freeMonths };
}

/** When an order that is paid at `paidAt` renews for the first time. */
export function firstRenewalAt(
  order: { readonly months: number; readonly trialDays: number; readonly freeMonths: number },
  paidAt: Date,
): Date {
  return order.trialDays > 0
    ? addDays(paidAt, order.trialDays)
    : addMonths(paidAt, order.months + order.freeMonths);
}
