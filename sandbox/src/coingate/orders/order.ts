import { randomUUID } from 'node:crypto';
import { randomToken } from '@comet/foundation';
import { CoingateError, recordNotFound } from '../api/coingate-error.ts';
import { currencyNamed } from '../currencies/currencies.ts';
import { formatPrice, parseDecimal } from '../decimal.ts';
import type { OrderStatus, StoredOrder } from '../state.ts';
import type { CoingateContext } from '../context.ts';
import { callbackForm } from './order-response.ts';

type Fields = Readonly<Record<string, string>>;

/** Creates an order (https://developer.coingate.com/reference/create-order). Throws 422 `OrderIsNotValid` with all errors. */
export function createOrder(context: CoingateContext, fields: Fields): StoredOrder {
  const price = parseDecimal(fields['price_amount'] ?? '');
  const priceCurrency = (fields['price_currency'] ?? '').toUpperCase();
  const receiveCurrency = (fields['receive_currency'] ?? '').toUpperCase();
  const errors = [
    ...problems(fields['price_amount'] ?? '', [
      ['', "Price can't be blank"],
      [price === null, 'Price is not a number'],
      [price === 0n, 'Price must be greater than 0'],
    ]),
    ...problems(priceCurrency, [
      ['', "Price currency can't be blank"],
      [currencyNamed(priceCurrency)?.merchant.price !== true, 'Price currency is not supported'],
    ]),
    ...(receiveCurrency === 'DO_NOT_CONVERT'
      ? []
      : problems(receiveCurrency, [
          ['', "Receive currency can't be blank"],
          [currencyNamed(receiveCurrency)?.merchant.receive !== true, 'Receive currency is not supported'],
        ])),
    ...tooLong('Title', fields['title'], 150),
    ...tooLong('Description', fields['description'], 500),
    ...['callback_url', 'cancel_url', 'success_url'].flatMap((name) =>
      fields[name] && !/^https?:$/.test(URL.parse(fields[name])?.protocol ?? '')
        ? [`${name.replace('_url', '').replace(/^./, (first) => first.toUpperCase())} url is not valid`]
        : [],
    ),
  ];
  if (errors.length > 0 || price === null) {
    throw new CoingateError(422, 'OrderIsNotValid', 'Order is not valid', errors);
  }
  const order: StoredOrder = {
    id: context.newId(),
    uuid: randomUUID(),
    orderId: fields['order_id'] ?? '',
    title: fields['title'] ?? '',
    description: fields['description'] ?? '',
    priceAmount: formatPrice(price),
    priceCurrency,
    receiveCurrency,
    token: fields['token'] || randomToken(24),
    callbackUrl: fields['callback_url'] || null,
    cancelUrl: fields['cancel_url'] || null,
    successUrl: fields['success_url'] || null,
    purchaserEmail: fields['purchaser_email'] ?? fields['shopper[email]'] ?? null,
    createdAt: context.now().toISOString(),
    status: 'new',
    choice: null,
    received: '0',
    paidAt: null,
    refunds: [],
  };
  context.state.orders[order.id] = order;
  context.changed();
  return order;
}

/** Returns the order with CoinGate's id; throws 404. */
export function orderById(context: CoingateContext, id: string): StoredOrder {
  const order = context.state.orders[id];
  if (order === undefined) throw recordNotFound('Order');
  return order;
}

/** Changes an order's status; sends a callback if the status differs. */
export function moveTo(
  context: CoingateContext,
  order: StoredOrder,
  status: OrderStatus,
  changes: Partial<StoredOrder> = {},
): void {
  const before = order.status;
  Object.assign(order, changes, { status });
  context.changed();
  if (status !== before && order.callbackUrl !== null) {
    context.queueCallback(order.id, order.callbackUrl, callbackForm(order));
  }
}

/** Returns the first applicable problem; '' matches an empty value. */
function problems(value: string, all: readonly (readonly ['' | boolean, string])[]): string[] {
  const first = all.find(([when]) => (when === '' ? value === '' : when));
  return first === undefined ? [] : [first[1]];
}

function tooLong(name: string, text: string | undefined, maxLength: number): string[] {
  return (text ?? '').length > maxLength ? [`${name} is too long (maximum is ${maxLength} characters)`] : [];
}
