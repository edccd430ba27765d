import type { api, ReplyOf } from '@comet/contract';
import { firstRenewalAt } from './quote.ts';
import type { StoredOrder } from './orders.store.ts';

/** What a browser needs to open Paddle's checkout, besides the transaction. */
export interface CheckoutSettings {
  readonly clientToken: string;
  readonly scriptUrl: string;
}

type ShownOrder = ReplyOf<typeof api.showOrder>['order'];

/** An order as its owner sees it. */
export function presentOrder(order: StoredOrder, checkout: CheckoutSettings, now: Date): ShownOrder {
  const money = (amount: number) => ({ amount, currency: order.currency });
  const { paddleTransactionId } = order;
  const open = order.state === 'processing' && paddleTransactionId !== null;
  return {
    id: order.id,
    state: order.state,
    kind: order.kind,
    planId: order.planId,
    method: order.method,
    lines: order.lines.map((line) => ({ ...line, amount: money(line.amount) })),
    tax: order.taxAmount === null ? null : money(order.taxAmount),
    total: money(order.totalAmount),
    renewal: {
      amount: money(order.priceAmount),
      at: firstRenewalAt(order, order.paidAt ?? now).toISOString(),
    },
    checkout: open ? { provider: 'paddle', transactionId: paddleTransactionId, ...checkout } : null,
    createdAt: order.createdAt.toISOString(),
  };
}
