import { addCycle } from '../billing-period.ts';
import type { BilledItem } from '../transactions/details.ts';
import { detailsOf } from '../transactions/details.ts';
import type { Subscription, SubscriptionPreview, TransactionPreview } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { changedSubscription, creditOf } from './apply-change.ts';
import type { ItemChange } from './item-change.ts';

/**
 * Returns the preview of a change of items (https://developer.paddle.com/api-reference/subscriptions/preview-subscription-update): the
 * changed subscription, the immediate and the next bill, and the sum of credit and charge.
 */
export function previewOf(
  context: PaddleContext,
  subscription: Subscription,
  change: ItemChange,
): SubscriptionPreview {
  const { id: _id, ...after } = { ...subscription, ...changedSubscription(context, subscription, change) };
  const starts = change.period.ends_at;
  const next = { starts_at: starts, ends_at: addCycle(new Date(starts), change.cycle).toISOString() };
  const whole = change.items.map((item) => ({ ...item, proration: null }));
  return {
    ...after,
    immediate_transaction:
      change.charges.length === 0
        ? null
        : {
            billing_period: change.period,
            details: sums(context, subscription, change.charges, creditOf(change)),
            adjustments: change.credits.map(({ transaction, line, amount, proration }) => ({
              transaction_id: transaction.id,
              items: [
                {
                  id: context.newId('adjitm'),
                  item_id: line.id,
                  type: 'proration',
                  amount: String(amount),
                  proration,
                  totals: { subtotal: String(amount), tax: '0', total: String(amount) },
                },
              ],
              totals: {
                subtotal: String(amount),
                tax: '0',
                total: String(amount),
                fee: '0',
                earnings: String(amount),
                retained_fee: '0',
                currency_code: 'USD',
              },
            })),
          },
    next_transaction: {
      billing_period: next,
      details: sums(context, subscription, whole, 0),
      adjustments: [],
    },
    recurring_transaction_details: sums(context, subscription, whole, 0),
    update_summary: change.charges.length === 0 ? null : summary(context, subscription, change),
  };
}

function summary(
  context: PaddleContext,
  subscription: Subscription,
  change: ItemChange,
): NonNullable<SubscriptionPreview['update_summary']> {
  const charge = Number(sums(context, subscription, change.charges, 0).totals.total);
  const credit = creditOf(change);
  const money = (amount: number) => ({ amount: String(amount), currency_code: 'USD' as const });
  return {
    credit: money(credit),
    charge: money(charge),
    result: { action: credit > charge ? 'credit' : 'charge', ...money(Math.abs(charge - credit)) },
  };
}

/** Returns a transaction's totals without the ids of a real transaction. */
function sums(
  context: PaddleContext,
  subscription: Subscription,
  items: ItemChange['charges'],
  credit: number,
): TransactionPreview {
  const billed = items.flatMap((item): BilledItem[] => {
    const product = context.state.products[item.price.product_id];
    return product === undefined ? [] : [{ ...item, product, lineId: '', free: false }];
  });
  const discount = context.state.discounts[subscription.discount?.id ?? ''] ?? null;
  const { tax_rates_used, totals, line_items } = detailsOf(billed, discount, { paid: false, credit });
  return {
    tax_rates_used,
    totals,
    line_items: line_items.map(({ id: _id, proration, ...line }) => ({
      ...line,
      proration: proration?.billing_period
        ? { rate: proration.rate, billing_period: proration.billing_period }
        : null,
    })),
  };
}
