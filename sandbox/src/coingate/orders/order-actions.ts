import { CoingateError, wrongStatus } from '../api/faults.ts';
import { fieldsOf } from '../api/api.ts';
import { parseDecimal, scaled, type Units } from '../decimal.ts';
import type { OrderStatus, StoredOrder } from '../state.ts';
import type { CoingateContext } from '../context.ts';
import { cancel, choose, confirm, expire, isOpen, receive, reject } from './payment.ts';
import { balance, unitsOf } from './order-response.ts';

/** What a customer, or the blockchain, can do to an order. */
export const ORDER_ACTIONS = [
  'choose',
  'pay',
  'underpay',
  'overpay',
  'send',
  'confirm',
  'reject',
  'expire',
  'cancel',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** The possible actions of an order by status; `send` and `choose` need input. */
export const ACTIONS_BY_STATUS: Readonly<Record<OrderStatus, readonly OrderAction[]>> = {
  new: ['pay', 'underpay', 'overpay', 'expire', 'cancel'],
  pending: ['pay', 'underpay', 'overpay', 'expire', 'cancel'],
  confirming: ['confirm', 'reject'],
  expired: ['pay'],
  paid: [],
  invalid: [],
  canceled: [],
  refunded: [],
  partially_refunded: [],
};

/**
 * Does one thing to an order. `pay` sends what is missing, `underpay` nine tenths of it, `overpay` eleven tenths, `send`
 * the `amount` given; they choose `currency` (BTC) first when that is still to be done, and the blockchain confirms a
 * whole amount at once unless `confirm` is `false`. Throws CoinGate's refusals.
 */
export function applyAction(context: CoingateContext, order: StoredOrder, kind: OrderAction, body: unknown): void {
  const fields = fieldsOf(body);
  switch (kind) {
    case 'choose':
      return choose(context, order, fields['currency'] ?? '', fields['platform']);
    case 'pay':
      return sendCoins(context, order, fields, (missing) => missing);
    case 'underpay':
      return sendCoins(context, order, fields, (missing) => scaled(missing, 9n, 10n, 'down'));
    case 'overpay':
      return sendCoins(context, order, fields, (missing) => scaled(missing, 11n, 10n, 'up'));
    case 'send':
      return sendCoins(context, order, fields, () => amountOf(fields['amount'] ?? ''));
    case 'confirm':
      return confirm(context, order);
    case 'reject':
      return reject(context, order);
    case 'expire':
      return expire(context, order);
    case 'cancel':
      return cancel(context, order);
  }
}

function sendCoins(
  context: CoingateContext,
  order: StoredOrder,
  fields: Readonly<Record<string, string>>,
  amount: (missing: Units) => Units,
): void {
  if (order.choice === null && isOpen(order)) choose(context, order, fields['currency'] ?? 'BTC');
  if (order.choice === null)
    throw wrongStatus('No currency was chosen while there was time: there is no address.');
  receive(context, order, amount(balance(order).missing));
  const whole = balance(order).missing === 0n && unitsOf(order.received) > 0n;
  const confirmable = order.status === 'confirming' || order.status === 'expired';
  if (fields['confirm'] !== 'false' && whole && confirmable) confirm(context, order);
}

function amountOf(text: string): Units {
  const amount = parseDecimal(text);
  if (amount === null || amount === 0n) {
    throw new CoingateError(422, 'OrderIsNotValid', 'Give amount: a decimal number of the chosen coin.');
  }
  return amount;
}
