import type { Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import type { CheckoutData, CheckoutTotals } from './browser/checkout-data.ts';

/** Returns a transaction in the format of Paddle.js events. */
export function checkoutData(
  context: PaddleContext,
  transaction: Transaction,
  settings: CheckoutData['settings'],
): CheckoutData {
  const customer = context.state.customers[transaction.customer_id ?? ''];
  const address = context.state.addresses[transaction.address_id ?? ''];
  const method = transaction.payments[0]?.method_details;
  const card = method?.card ?? null;
  const discount = context.state.discounts[transaction.discount_id ?? ''];
  const items = transaction.items.map((item, index) => checkoutItem(transaction, item, index));
  const recurring = items.flatMap((item) => item.recurring_totals ?? []);
  return {
    id: transaction.id.replace('txn_', 'che_'),
    transaction_id: transaction.id,
    status: transaction.status,
    custom_data: transaction.custom_data ?? null,
    currency_code: transaction.currency_code,
    customer: {
      id: customer?.id ?? null,
      email: customer?.email ?? null,
      address: address ? { id: address.id, country_code: address.country_code } : null,
      business: null,
    },
    items,
    totals: totals(transaction.details?.totals),
    recurring_totals: recurring.length === 0 ? null : added(recurring),
    payment: {
      method_details: {
        type: method?.type === 'card' || method?.type === 'paypal' ? method.type : 'none',
        card: card && {
          type: card.type,
          last4: card.last4,
          expiry_month: card.expiry_month,
          expiry_year: card.expiry_year,
        },
      },
    },
    settings,
    discount: discount === undefined ? null : { id: discount.id, code: discount.code ?? null },
    upsell: null,
  };
}

function checkoutItem(
  transaction: Transaction,
  item: Transaction['items'][number],
  index: number,
): CheckoutData['items'][number] {
  const line = transaction.details?.line_items[index];
  const price = item.price ?? null;
  const each = Number(price?.unit_price.amount ?? 0) * item.quantity;
  return {
    price_id: price?.id ?? '',
    price_name: price?.name ?? null,
    product: {
      id: line?.product?.id ?? '',
      name: line?.product?.name ?? '',
      description: line?.product?.description ?? '',
    },
    quantity: item.quantity,
    billing_cycle: price?.billing_cycle ?? null,
    trial_period: price?.trial_period
      ? { interval: price.trial_period.interval, frequency: price.trial_period.frequency }
      : null,
    totals: totals(line?.totals),
    recurring_totals: price?.billing_cycle
      ? totals({ subtotal: String(each), discount: '0', tax: '0', total: String(each) })
      : null,
  };
}

type Sums = { subtotal: string; discount: string; tax: string; total: string; balance?: string };

function totals(of: Sums | null | undefined): CheckoutTotals {
  const major = (minor: string | undefined): number => Number(minor ?? 0) / 100;
  return {
    subtotal: major(of?.subtotal),
    discount: major(of?.discount),
    tax: major(of?.tax),
    total: major(of?.total),
    credit: 0,
    balance: major(of?.balance ?? of?.total),
  };
}

function added(all: readonly CheckoutTotals[]): CheckoutTotals {
  const total = Math.round(all.reduce((sum, each) => sum + each.total * 100, 0)) / 100;
  return { subtotal: total, discount: 0, tax: 0, total, credit: 0, balance: 0 };
}
