import { currencyNamed, dollarsFor } from '../currencies/currencies.ts';
import { formatPrice, formatUnits, parseDecimal, scaled, type Units } from '../decimal.ts';
import { refundResponse } from '../refunds/refund-response.ts';
import type { StoredOrder } from '../state.ts';
import type { CoingateContext } from '../context.ts';

const PAID: readonly string[] = ['paid', 'refunded', 'partially_refunded'];

/** CoinGate's fee in percent of the credited amount. */
const FEE_PERCENT = 1n;

/**
 * Returns the API response of an order (https://developer.coingate.com/reference/get-order). `pay_currency`, `pay_amount`, `expire_at` and
 * `payment_address` exist after the choice of a currency.
 */
export function orderResponse(
  context: CoingateContext,
  order: StoredOrder,
): Readonly<Record<string, unknown>> {
  const { choice } = order;
  const platform = platformOf(order);
  return {
    id: order.id,
    uuid: order.uuid,
    status: order.status,
    title: order.title,
    do_not_convert: order.receiveCurrency === 'DO_NOT_CONVERT',
    orderable_type: 'ApiApp',
    orderable_id: 1,
    payment_gateway: 'coingate',
    price_currency: order.priceCurrency,
    price_amount: order.priceAmount,
    ...(choice === null ? {} : { pay_currency: choice.symbol, pay_amount: choice.amount }),
    lightning_network: false,
    receive_currency: order.receiveCurrency,
    receive_amount: credited(order).amount,
    created_at: moment(order.createdAt),
    ...(order.paidAt === null ? {} : { paid_at: moment(order.paidAt) }),
    ...(choice === null
      ? {}
      : {
          expire_at: moment(choice.expireAt),
          payment_address: choice.address,
          conversion_rate: choice.rate,
        }),
    order_id: order.orderId,
    payment_url: `${context.invoicesUrl}/${order.uuid}`,
    underpaid_amount: formatUnits(balance(order).missing),
    overpaid_amount: formatUnits(balance(order).over),
    is_refundable: isRefundable(order),
    ...(platform === undefined ? {} : { platform }),
    refunds: order.refunds.map((refund) => refundResponse(order, refund)),
    voids: [],
    fees: feesOf(order),
    blockchain_transactions: [],
    token: order.token,
  };
}

/** Returns the fields of the callback, in the order of https://developer.coingate.com/reference/payment-callback */
export function callbackForm(order: StoredOrder): string {
  return new URLSearchParams({
    id: String(order.id),
    order_id: order.orderId,
    status: order.status,
    price_amount: order.priceAmount,
    price_currency: order.priceCurrency,
    receive_currency: order.receiveCurrency,
    receive_amount: credited(order).amount,
    pay_amount: order.choice?.amount ?? '',
    pay_currency: order.choice?.symbol ?? '',
    underpaid_amount: formatUnits(balance(order).missing),
    overpaid_amount: formatUnits(balance(order).over),
    is_refundable: String(isRefundable(order)),
    created_at: moment(order.createdAt),
    token: order.token,
  }).toString();
}

/** Returns the missing and the excess amount of the chosen coin; both 0 before a choice. */
export function balance(order: StoredOrder): { missing: Units; over: Units } {
  if (order.choice === null) return { missing: 0n, over: 0n };
  const owed = unitsOf(order.choice.amount) - unitsOf(order.received);
  return owed > 0n ? { missing: owed, over: 0n } : { missing: 0n, over: -owed };
}

/** Returns whether the order was paid, including refunded ones. */
export function wasPaid(order: StoredOrder): boolean {
  return PAID.includes(order.status);
}

/** Parses a stored decimal, which was validated on input. */
export function unitsOf(decimal: string): Units {
  const units = parseDecimal(decimal);
  if (units === null) throw new Error(`Not an amount: ${decimal}`);
  return units;
}

/** Returns whether received coins can be refunded: a payment, also a late, partial or excess one. */
function isRefundable(order: StoredOrder): boolean {
  if (order.status === 'refunded') return false;
  if (wasPaid(order)) return true;
  return (order.status === 'expired' || order.status === 'canceled') && unitsOf(order.received) > 0n;
}

/** Returns the merchant's amount after the fee; zero before the payment. */
function credited(order: StoredOrder): { amount: string; fee: Units } {
  if (!wasPaid(order) || order.choice === null) return { amount: '0', fee: 0n };
  const kept = order.receiveCurrency === 'DO_NOT_CONVERT';
  const whole = kept
    ? unitsOf(order.choice.amount)
    : scaled(
        unitsOf(order.priceAmount),
        dollarsFor(order.priceCurrency),
        dollarsFor(order.receiveCurrency),
        'down',
      );
  const fee = scaled(whole, FEE_PERCENT, 100n, 'up');
  return { amount: formatPrice(whole - fee), fee };
}

function feesOf(order: StoredOrder): object[] {
  const { fee } = credited(order);
  if (fee === 0n) return [];
  const symbol = order.receiveCurrency === 'DO_NOT_CONVERT' ? order.choice?.symbol : order.receiveCurrency;
  const currency = currencyNamed(symbol ?? '');
  return [
    {
      type: 'processing_fee',
      amount: formatPrice(fee),
      currency: { id: currency?.id, symbol: currency?.symbol },
    },
  ];
}

function platformOf(order: StoredOrder): object | undefined {
  return currencyNamed(order.choice?.symbol ?? '')?.platforms.find(
    (platform) => platform.id_name === order.choice?.platform,
  );
}

/** CoinGate writes whole seconds with an offset: `2024-09-19T11:04:53+00:00`. */
function moment(iso: string): string {
  return iso.replace(/\.\d+Z$/, '+00:00');
}
