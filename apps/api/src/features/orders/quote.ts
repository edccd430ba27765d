import type { StoredOrderLine } from '../../platform/database/schema.ts';
import { reductionOf, type StoredCoupon } from '../coupons/index.ts';
import { addDays, addMonths, type StoredPlan } from '../plans/index.ts';

/** The price of an item today. Amounts are in the currency's minor unit; the lines add up to the total. */
export interface Quote {
  readonly lines: readonly StoredOrderLine[];
  /** The amount charged today, before tax, in the minor unit. */
  readonly total: number;
}

/** The price of a plan now and at renewal. */
interface PlanQuote extends Quote {
  readonly trialDays: number;
  readonly freeMonths: number;
}

type Terms = Pick<
  StoredPlan,
  'months' | 'priceAmount' | 'monthlyPriceAmount' | 'discountPercent' | 'trialDays' | 'freeMonths'
>;
type Reduction = Pick<StoredCoupon, 'percent' | 'amount'>;

/**
 * Returns the lines of an order for a plan. Trial days are only for customers who never subscribed, and a coupon replaces them: it reduces
 * the first payment, which is then today's.
 */
export function quotePlan(
  plan: Terms,
  customer: { readonly isNew: boolean; readonly coupon?: Reduction | null },
): PlanQuote {
  const coupon = customer.coupon ?? null;
  const full = plan.monthlyPriceAmount * plan.months;
  const trialDays = customer.isNew && coupon === null ? plan.trialDays : 0;
  const lines: StoredOrderLine[] = [{ kind: 'plan', quantity: plan.months, amount: full }];
  if (plan.priceAmount !== full) {
    const amount = plan.priceAmount - full;
    lines.push({ kind: 'plan_discount', quantity: plan.discountPercent, amount });
  }
  if (trialDays > 0) lines.push({ kind: 'trial', quantity: trialDays, amount: -plan.priceAmount });
  if (plan.freeMonths > 0) lines.push({ kind: 'free_months', quantity: plan.freeMonths, amount: 0 });
  const reduction = coupon === null ? 0 : reductionOf(coupon, plan.priceAmount);
  if (coupon !== null) lines.push({ kind: 'coupon', quantity: coupon.percent ?? 0, amount: -reduction });
  const total = trialDays > 0 ? 0 : plan.priceAmount - reduction;
  return { lines, total, trialDays, freeMonths: plan.freeMonths };
}

/** Quotes a number of gigabytes at one price each. */
export function quoteData(
  kind: 'residential_data' | 'proxy_traffic',
  gigabytes: number,
  priceAmount: number,
): Quote {
  const total = gigabytes * priceAmount;
  return { lines: [{ kind, quantity: gigabytes, amount: total }], total };
}

/** Quotes an address for some months, or an extension by some months. */
export function quoteAddress(months: number, priceAmount: number): Quote {
  return { lines: [{ kind: 'dedicated_ip', quantity: months, amount: priceAmount }], total: priceAmount };
}

/** Returns when an order paid at `paidAt` renews for the first time. */
export function firstRenewalAt(
  order: { readonly months: number; readonly trialDays: number; readonly freeMonths: number },
  paidAt: Date,
): Date {
  return order.trialDays > 0
    ? addDays(paidAt, order.trialDays)
    : addMonths(addMonths(paidAt, order.months), order.freeMonths);
}
