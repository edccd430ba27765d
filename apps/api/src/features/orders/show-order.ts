import type { api, ReplyOf } from '@comet/contract';
import type { PaymentMethod } from '../../platform/database/schema.ts';
import { cryptoFeeOf } from './crypto-payment-adapter.ts';
import { addDays } from '../plans/index.ts';
import { firstRenewalAt } from './quote.ts';
import type { StoredOrder } from './orders.store.ts';
import type { PaymentAdapter } from './payment-adapter.ts';

/** What a browser needs to open Paddle's checkout, besides the transaction. */
export interface CheckoutSettings {
  readonly clientToken: string;
  readonly scriptUrl: string;
}

type ShownOrder = ReplyOf<typeof api.showOrder>['order'];

/**
 * Returns an order as shown to its owner. `freeDays`: days by which its plan would exceed the order's own period if it were paid now.
 * `returned`: why its payment gives no plan.
 */
export function presentOrder(
  order: StoredOrder,
  settings: CheckoutSettings,
  now: Date,
  {
    paymentAdapters = [],
    freeDays = 0,
    returned = null,
  }: {
    readonly paymentAdapters?: readonly PaymentAdapter[];
    readonly freeDays?: number;
    readonly returned?: ShownOrder['returned'];
  } = {},
): ShownOrder {
  const money = (amount: number) => ({ amount, currency: order.currency });
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    item: shownItem(order.item),
    method: order.method,
    methods: paymentAdapters.flatMap(({ methods }) => methods).filter((method) => isPayableBy(method, order)),
    couponCode: order.couponCode,
    lines: order.lines.map((line) => ({ ...line, amount: money(line.amount) })),
    tax: order.taxAmount === null ? null : money(order.taxAmount),
    total: money(order.totalAmount),
    renewal: renewalOf(order, now, freeDays),
    moneyBack: hasMoneyBack(order),
    failure: order.state === 'failed' || order.state === 'expired' ? order.failure : null,
    returned,
    checkout: checkoutOf(order, settings),
    createdAt: order.createdAt.toISOString(),
  };
}

/**
 * Crypto needs an amount to pay: if a coupon leaves nothing to pay, a card or PayPal is stored for the renewal. A trial is free by card,
 * and has its price in crypto.
 */
function isPayableBy(method: PaymentMethod, { lines, totalAmount }: StoredOrder): boolean {
  return method !== 'crypto' || totalAmount > 0 || lines.some(({ kind }) => kind === 'trial');
}

/** Returns the open checkout, if any. */
function checkoutOf(order: StoredOrder, settings: CheckoutSettings): ShownOrder['checkout'] {
  const { state, paddleTransactionId, coingateOrderId, paymentUrl } = order;
  if (state !== 'processing') return null;
  if (coingateOrderId !== null && paymentUrl !== null) return { provider: 'coingate', paymentUrl };
  return paddleTransactionId === null
    ? null
    : { provider: 'paddle', transactionId: paddleTransactionId, ...settings };
}

/** The amount of a plan change is refunded together with the plan. */
function hasMoneyBack({ item, lines }: StoredOrder): boolean {
  if (item.kind !== 'subscription') return item.kind === 'plan_change';
  return cryptoFeeOf(lines) === null && item.moneyBack !== false;
}

/**
 * A changed plan begins a new period, extended by its free months and the free time that it carries over; in a trial it begins after the
 * trial.
 */
function renewalOf(
  { item, lines, currency, paidAt }: StoredOrder,
  now: Date,
  freeDays: number,
): ShownOrder['renewal'] {
  // Crypto is prepaid and does not renew.
  if (cryptoFeeOf(lines) !== null) return null;
  if (item.kind !== 'subscription' && item.kind !== 'plan_change') return null;
  const amount = { amount: item.priceAmount, currency };
  if (item.kind === 'subscription')
    return { amount, at: addDays(firstRenewalAt(item, paidAt ?? now), freeDays).toISOString() };
  if (item.startsAt !== undefined) return { amount, at: item.startsAt };
  const renewal = firstRenewalAt(
    { ...item, trialDays: 0, freeMonths: item.addedFreeMonths ?? 0 },
    paidAt ?? now,
  );
  return { amount, at: new Date(renewal.getTime() + (item.carriedMs ?? 0)).toISOString() };
}

/** Encoding by the contract keeps only the fields shown to the owner. */
function shownItem(item: StoredOrder['item']): ShownOrder['item'] {
  return item;
}
