import type { api, ReplyOf } from '@comet/contract';
import { cryptoFeeOf } from './crypto-fee.ts';
import { firstRenewalAt } from './quote.ts';
import type { StoredOrder } from './orders.store.ts';
import type { Till } from './till.ts';

/** What a browser needs to open Paddle's checkout, besides the transaction. */
export interface CheckoutSettings {
  readonly clientToken: string;
  readonly scriptUrl: string;
}

type ShownOrder = ReplyOf<typeof api.showOrder>['order'];

/** An order as its owner sees it. */
export function presentOrder(
  order: StoredOrder,
  settings: CheckoutSettings,
  now: Date,
  tills: readonly Till[] = [],
): ShownOrder {
  const money = (amount: number) => ({ amount, currency: order.currency });
  return {
    id: order.id,
    state: order.state,
    item: shownItem(order.item),
    method: order.method,
    methods: tills.flatMap(({ methods }) => methods),
    couponCode: order.couponCode,
    lines: order.lines.map((line) => ({ ...line, amount: money(line.amount) })),
    tax: order.taxAmount === null ? null : money(order.taxAmount),
    total: money(order.totalAmount),
    renewal: renewalOf(order, now),
    failure: order.state === 'failed' ? order.failure : null,
    checkout: checkoutOf(order, settings),
    createdAt: order.createdAt.toISOString(),
  };
}

/** The checkout that is open, if one is. */
function checkoutOf(order: StoredOrder, settings: CheckoutSettings): ShownOrder['checkout'] {
  const { state, paddleTransactionId, coingateOrderId, paymentUrl } = order;
  if (state !== 'processing') return null;
  if (coingateOrderId !== null && paymentUrl !== null) return { provider: 'coingate', paymentUrl };
  return paddleTransactionId === null
    ? null
    : { provider: 'paddle', transactionId: paddleTransactionId, ...settings };
}

/** A plan that is changed begins a new period; trial days and free months come with a first purchase only. */
function renewalOf({ item, lines, currency, paidAt }: StoredOrder, now: Date): ShownOrder['renewal'] {
  // Crypto pays in advance, and nothing follows by itself.
  if (cryptoFeeOf(lines) !== null) return null;
  if (item.kind !== 'subscription' && item.kind !== 'plan_change') return null;
  const terms = item.kind === 'subscription' ? item : { ...item, trialDays: 0, freeMonths: 0 };
  const amount = { amount: item.priceAmount, currency };
  return { amount, at: firstRenewalAt(terms, paidAt ?? now).toISOString() };
}

/** Encoding by the contract keeps of each kind what its owner is shown. */
function shownItem(item: StoredOrder['item']): ShownOrder['item'] {
  return item;
}
