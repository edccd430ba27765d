import { carriedOver } from '../free-days/index.ts';
import { addDays, addMonths } from '../plans/index.ts';
import type { PaymentCompleted, ProviderEvent } from './provider-event.ts';

/** The terms of a paid plan: `priceAmount` is the renewal price, in the minor unit. */
export interface PaidPlan {
  readonly planId: string;
  readonly months: number;
  readonly priceAmount: number;
  /** Free months added to its first paid period, less those added with an earlier plan of the subscription. */
  readonly freeMonths: number;
}

/** The terms of an order. */
export interface Purchase extends PaidPlan {
  readonly trialDays: number;
  /** Start of the period, if later than the payment: the end of the previously paid time. ISO 8601. */
  readonly startsAt?: string;
  /** False for a prepaid period without a renewal. */
  readonly renews?: boolean;
}

/** The plans to which a subscription may have been moved, by the provider's price id. */
export type PlansByPrice = ReadonlyMap<string, PaidPlan>;

/** The period that one payment bought. */
export interface EntitlementPeriod {
  readonly transactionId: string;
  readonly kind: 'trial' | 'payment';
  readonly from: Date;
  /** End of the paid time. */
  readonly boughtUntil: Date;
  /** End of the period, free months and days included. */
  readonly until: Date;
  readonly freeMonths: number;
  /** It began where a plan change ended the previous period early. */
  readonly isPlanChange: boolean;
  readonly amount: number;
  readonly currency: string;
}

/** Returns every payment once, oldest first. A pure function of the set of events. */
export function paymentsOf(events: readonly ProviderEvent[]): readonly PaymentCompleted[] {
  const byTransaction = new Map<string, PaymentCompleted>();
  for (const event of events) {
    if (event.type !== 'payment_completed') continue;
    const known = byTransaction.get(event.transactionId);
    if (known === undefined || compareEvents(event, known) < 0) byTransaction.set(event.transactionId, event);
  }
  const startOf = (payment: PaymentCompleted) => Date.parse(payment.period?.startsAt ?? payment.at);
  return [...byTransaction.values()].sort(
    (one, other) => startOf(one) - startOf(other) || compareText(one.transactionId, other.transactionId),
  );
}

/** Returns the entitlements of payments, oldest first. */
export function entitlementPeriodsOf(
  purchase: Purchase,
  payments: readonly PaymentCompleted[],
  plans: PlansByPrice,
): readonly EntitlementPeriod[] {
  const entitlements: EntitlementPeriod[] = [];
  let given = 0;
  for (const payment of payments) {
    const isTrial = payment.amount === 0 && purchase.trialDays > 0;
    const from = new Date(payment.period?.startsAt ?? laterOf(payment.at, purchase.startsAt));
    const plan = planOf(payment.priceIds, plans) ?? purchase;
    const boughtUntil =
      payment.period !== null
        ? new Date(payment.period.endsAt)
        : isTrial
          ? addDays(from, purchase.trialDays)
          : addMonths(from, plan.months);
    // Free months are added to a plan's first paid period: a renewal adds none, a longer plan adds those that were not given yet.
    const extra = isTrial ? 0 : addedFreeMonths(plan, given);
    given += extra;
    const isPlanChange = payment.isPlanChange === true;
    const before = entitlements.at(-1);
    const carriedMs =
      !isPlanChange || before === undefined
        ? 0
        : carriedOver(before, before.until.getTime() - before.boughtUntil.getTime(), from);
    entitlements.push({
      transactionId: payment.transactionId,
      kind: isTrial ? 'trial' : 'payment',
      from,
      boughtUntil,
      until: new Date(addMonths(boughtUntil, extra).getTime() + carriedMs),
      freeMonths: extra,
      isPlanChange,
      amount: payment.amount,
      currency: payment.currency,
    });
  }
  return entitlements;
}

/** Returns the free months of a plan that a subscription did not get before, with this plan or a shorter one. */
export function addedFreeMonths(plan: { readonly freeMonths: number }, given: number): number {
  return Math.max(0, plan.freeMonths - given);
}

/** Returns the plan of the first known price of several; null where none is known. */
export function planOf(priceIds: readonly string[], plans: PlansByPrice): PaidPlan | null {
  return priceIds.map((price) => plans.get(price)).find((plan) => plan !== undefined) ?? null;
}

function laterOf(one: string, other: string | undefined): string {
  return other !== undefined && Date.parse(other) > Date.parse(one) ? other : one;
}

/** Orders by time, then by content: any fixed order that does not depend on arrival. */
export function compareEvents(one: ProviderEvent, other: ProviderEvent): number {
  return Date.parse(one.at) - Date.parse(other.at) || compareText(JSON.stringify(one), JSON.stringify(other));
}

/** Compares two texts by UTF-16 code units, independent of the locale. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
