import { CoingateError, recordNotFound } from '../api/coingate-error.ts';
import { CURRENCIES, dollarsFor } from '../currencies/currencies.ts';
import { formatPrice, formatUnits, parseDecimal, scaled, type Units } from '../decimal.ts';
import { moveTo } from '../orders/order.ts';
import { unitsOf, wasPaid } from '../orders/order-response.ts';
import type { Refund, StoredOrder } from '../state.ts';
import type { CoingateContext } from '../context.ts';
import { refundResponse } from './refund-response.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * Requests a refund of a paid order; it is `pending` until `decideRefund`. Throws 422 `RefundIsNotValid` that
 * lists every error.
 */
export function createRefund(context: CoingateContext, order: StoredOrder, fields: Fields): Refund {
  const amount = parseDecimal(fields['amount'] ?? '');
  const currency = CURRENCIES.find((each) => String(each.id) === fields['currency_id'] && each.merchant.pay);
  const platform = currency?.platforms.find((each) => String(each.id) === fields['platform_id']);
  const errors = [
    ...(amount === null || amount === 0n ? ['Request amount is not a number'] : []),
    ...(wasPaid(order) ? [] : ['Order is not refundable']),
    ...(wasPaid(order) && amount !== null && amount > left(order)
      ? ['Request amount is above what is left of the order']
      : []),
    ...(currency === undefined ? ['Refund currency is not supported'] : []),
    ...(currency !== undefined && platform === undefined ? ['Platform is not supported'] : []),
    ...['address', 'reason', 'email', 'ledger_account_id'].flatMap((name) =>
      fields[name]
        ? []
        : [`${name.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase())} can't be blank`],
    ),
  ];
  if (errors.length > 0 || amount === null || currency === undefined || platform === undefined) {
    throw new CoingateError(422, 'RefundIsNotValid', 'Refund is not valid', errors);
  }
  const [price, coin] = [dollarsFor(order.priceCurrency), dollarsFor(currency.symbol)];
  const refund: Refund = {
    id: context.newId(),
    requestAmount: formatPrice(amount),
    refundAmount: formatUnits(scaled(amount, price, coin, 'down')),
    symbol: currency.symbol,
    platform: platform.id_name,
    address: fields['address'] ?? '',
    memo: fields['address_memo'] ?? null,
    reason: fields['reason'] ?? '',
    email: fields['email'] ?? '',
    ledgerAccountId: fields['ledger_account_id'] ?? '',
    callbackUrl: fields['callback_url'] || null,
    createdAt: context.now().toISOString(),
    status: 'pending',
  };
  order.refunds.push(refund);
  context.changed();
  queueRefundCallback(context, order, refund);
  return refund;
}

/** Completes or rejects a refund; after completion the order is refunded or partially refunded. Throws 422 if it is already decided. */
export function decideRefund(
  context: CoingateContext,
  order: StoredOrder,
  id: string,
  status: 'completed' | 'rejected',
): Refund {
  const refund = refundById(order, id);
  if (refund.status !== 'pending') {
    throw new CoingateError(409, 'RefundIsNotValid', 'This refund is not pending any more.');
  }
  refund.status = status;
  context.changed();
  queueRefundCallback(context, order, refund);
  if (status === 'completed') {
    const whole = refunded(order) >= unitsOf(order.priceAmount);
    moveTo(context, order, whole ? 'refunded' : 'partially_refunded');
  }
  return refund;
}

/** Returns a refund of the order. @throws CoingateError 404 if the order has none with this id. */
export function refundById(order: StoredOrder, id: string): Refund {
  const refund = order.refunds.find((each) => String(each.id) === id);
  if (refund === undefined) throw recordNotFound('Refund');
  return refund;
}

/** Returns the refunded amount in the price currency. */
export function refunded(order: StoredOrder): Units {
  return sum(order.refunds.filter((refund) => refund.status === 'completed'));
}

/** Returns the remaining refundable amount. */
function left(order: StoredOrder): Units {
  return unitsOf(order.priceAmount) - sum(order.refunds.filter((refund) => refund.status !== 'rejected'));
}

function sum(refunds: readonly Refund[]): Units {
  return refunds.reduce((total, refund) => total + unitsOf(refund.requestAmount), 0n);
}

/** The refund's own callback: https://developer.coingate.com/reference/refund-callback, nested fields in brackets. */
function queueRefundCallback(context: CoingateContext, order: StoredOrder, refund: Refund): void {
  if (refund.callbackUrl === null) return;
  const form = new URLSearchParams();
  addNested(form, '', refundResponse(order, refund));
  context.queueCallback(order.id, refund.callbackUrl, form.toString());
}

function addNested(form: URLSearchParams, prefix: string, fields: object): void {
  for (const [key, value] of Object.entries(fields) as [string, unknown][]) {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (typeof value === 'object' && value !== null) addNested(form, name, value);
    else form.append(name, typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  }
}
