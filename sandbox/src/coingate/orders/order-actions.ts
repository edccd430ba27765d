import { CoingateError, wrongStatus } from '../api/coingate-error.ts';
import { fieldsOf } from '../api/api.ts';
import { parseDecimal, scaled, type Units } from '../decimal.ts';
import type { OrderStatus, StoredOrder } from '../state.ts';
import type { CoingateContext } from '../context.ts';
import { cancel, choose, confirm, expire, isOpen, receive, reject } from './payment.ts';
import { balance, unitsOf } from './order-response.ts';

/** Simulated actions of a customer or the blockchain on an order. */
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
 * Applies an action to an order. `pay` sends the missing amount, `underpay` nine tenths of it, `overpay` eleven tenths, `send` the given
 * `amount`. They first choose `currency` (default BTC) if none is chosen, and the blockchain confirms a complete amount at once unless
 * `confirm` is `false`. Throws CoinGate's errors.
 */
export function applyAction(
  context: CoingateContext,
  order: StoredOrder,
  kind: OrderAction,
  body: unknown,
): void {
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
