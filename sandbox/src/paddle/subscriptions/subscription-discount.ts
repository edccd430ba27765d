import { addCycle } from '../billing-period.ts';
import type { Subscription, Transaction, TransactionItem } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

/** Returns the recurring items of a transaction, which start a subscription. */
export function recurringItems(transaction: Transaction): TransactionItem[] {
  return transaction.items.filter((item) => item.price?.billing_cycle);
}

/** Returns the recurring discount of a subscription's first bill; other discounts are for one payment only. */
export function recurringDiscount(
  context: PaddleContext,
  transaction: Transaction,
  firstBill: Date,
): NonNullable<Subscription['discount']> | null {
  const discount = context.state.discounts[transaction.discount_id ?? ''];
  const cycle = recurringItems(transaction)[0]?.price?.billing_cycle;
  if (!discount?.recur || !cycle) return null;
  const bills = discount.maximum_recurring_intervals ?? null;
  return {
    id: discount.id,
    starts_at: firstBill.toISOString(),
    ends_at:
      bills === null
        ? null
        : addCycle(firstBill, { ...cycle, frequency: cycle.frequency * bills }).toISOString(),
  };
}

/** Returns the number of bills after the first with a subscription's discount; null for all. */
export function discountedBills(context: PaddleContext, subscription: Subscription): number | null {
  const maxIntervals =
    context.state.discounts[subscription.discount?.id ?? '']?.maximum_recurring_intervals ?? null;
  return maxIntervals === null || subscription.status === 'trialing' ? maxIntervals : maxIntervals - 1;
}

/** Returns the discount of the due bill and decrements its count; null if there is none or it is used up. */
export function takeDiscount(
  context: PaddleContext,
  subscription: Subscription,
): NonNullable<Subscription['discount']> | null {
  const facts = context.state.billing[subscription.id];
  const left = facts?.discountedBills ?? null;
  if (facts === undefined || left === null) return subscription.discount ?? null;
  facts.discountedBills = Math.max(0, left - 1);
  return left > 0 ? (subscription.discount ?? null) : null;
}
