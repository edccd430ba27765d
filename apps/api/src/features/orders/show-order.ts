import type { api, ReplyOf } from '@comet/contract';
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
  const { paddleTransactionId } = order;
  const open = order.state === 'processing' && paddleTransactionId !== null;
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
    checkout: open ? { provider: 'paddle', transactionId: paddleTransactionId, ...settings } : null,
    createdAt: order.createdAt.toISOString(),
  };
}

/** A plan that is changed begins a new period; trial days and free months come with a first purchase only. */
function renewalOf({ item, currency, paidAt }: StoredOrder, now: Date): ShownOrder['renewal'] {
  if (item.kind !== 'subscription' && item.kind !== 'plan_change') return null;
  const terms = item.kind === 'subscription' ? item : { ...item, trialDays: 0, freeMonths: 0 };
  const amount = { amount: item.priceAmount, currency };
  return { amount, at: firstRenewalAt(terms, paidAt ?? now).toISOString() };
}

/** Encoding by the contract keeps of each kind what its owner is shown. */
function shownItem(item: StoredOrder['item']): ShownOrder['item'] {
  return item;
}
