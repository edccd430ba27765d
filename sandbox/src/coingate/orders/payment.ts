import { createHash } from 'node:crypto';
import { CoingateError, wrongStatus } from '../api/coingate-error.ts';
import { currencyNamed, dollarsFor } from '../currencies/currencies.ts';
import { formatUnits, scaled, type Units } from '../decimal.ts';
import type { StoredOrder } from '../state.ts';
import type { CoingateContext } from '../context.ts';
import { moveTo } from './order.ts';
import { balance, unitsOf } from './order-response.ts';

/** Time to pay after the choice of a currency, and time to choose one. */
const PAY_WITHIN_MS = 20 * 60_000;
const CHOOSE_WITHIN_MS = 2 * 60 * 60_000;

/** Chooses the currency: fixes the amount and starts the twenty minutes. Throws 422. */
export function choose(
  context: CoingateContext,
  order: StoredOrder,
  symbol: string,
  platformName?: string,
): void {
  const currency = currencyNamed(symbol);
  const platform =
    currency?.platforms.find((each) => each.id_name === platformName || String(each.id) === platformName) ??
    currency?.platforms[0];
  if (currency?.merchant.pay !== true || platform === undefined) {
    throw new CoingateError(422, 'OrderIsNotValid', 'Order is not valid', ['Pay currency is not supported']);
  }
  if (!isOpen(order) || unitsOf(order.received) > 0n) {
    throw wrongStatus(`An order that is ${order.status} takes no other currency.`);
  }
  const [price, pay] = [dollarsFor(order.priceCurrency), dollarsFor(currency.symbol)];
  moveTo(context, order, 'pending', {
    choice: {
      symbol: currency.symbol,
      platform: platform.id_name,
      address: `sandbox1q${createHash('sha256').update(`${order.uuid}${currency.symbol}`).digest('hex').slice(0, 30)}`,
      amount: formatUnits(scaled(unitsOf(order.priceAmount), price, pay, 'up')),
      rate: formatUnits(scaled(pay, 10n ** 8n, price, 'down')),
      expireAt: new Date(context.now().getTime() + PAY_WITHIN_MS).toISOString(),
    },
  });
}

/**
 * Receives coins. An open order with its full amount becomes confirming; a smaller amount changes no visible status. Late coins are kept
 * until they are confirmed or refunded by hand. Throws 422.
 */
export function receive(context: CoingateContext, order: StoredOrder, amount: Units): void {
  if (order.choice === null) throw wrongStatus('The customer has not chosen a currency yet.');
  if (!isOpen(order) && order.status !== 'expired' && order.status !== 'canceled') {
    throw wrongStatus(`An order that is ${order.status} takes no more coins.`);
  }
  const received = formatUnits(unitsOf(order.received) + amount);
  const whole = balance({ ...order, received }).missing === 0n;
  moveTo(context, order, whole && isOpen(order) ? 'confirming' : order.status, { received });
}

/** Confirms the payment on the blockchain: paid, also after the order has expired. Throws 422. */
export function confirm(context: CoingateContext, order: StoredOrder): void {
  const late = order.status === 'expired' && order.choice !== null && balance(order).missing === 0n;
  if (order.status !== 'confirming' && !late) {
    throw wrongStatus(`An order that is ${order.status} has nothing to be confirmed.`);
  }
  moveTo(context, order, 'paid', { paidAt: context.now().toISOString() });
}

/** Rejects the payment on the blockchain. Throws 422. */
export function reject(context: CoingateContext, order: StoredOrder): void {
  if (order.status !== 'confirming') throw wrongStatus('Only an order that is confirming can be rejected.');
  moveTo(context, order, 'invalid');
}

/** Ends the time to choose or to pay. Throws 422. */
export function expire(context: CoingateContext, order: StoredOrder): void {
  if (!isOpen(order)) throw wrongStatus(`An order that is ${order.status} does not expire.`);
  moveTo(context, order, 'expired');
}

/** Cancels the order as the customer. Throws 422. */
export function cancel(context: CoingateContext, order: StoredOrder): void {
  if (!isOpen(order)) throw wrongStatus(`An order that is ${order.status} cannot be canceled.`);
  moveTo(context, order, 'canceled');
}

/** Returns whether the customer can still pay in time. */
export function isOpen(order: StoredOrder): boolean {
  return order.status === 'new' || order.status === 'pending';
}

/** Returns when an open order expires; null for others. */
export function expiresAt(order: StoredOrder): Date | null {
  if (!isOpen(order)) return null;
  return order.choice === null
    ? new Date(new Date(order.createdAt).getTime() + CHOOSE_WITHIN_MS)
    : new Date(order.choice.expireAt);
}
