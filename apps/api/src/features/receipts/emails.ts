import { formatMoney } from '@comet/foundation';
import { factTexts, emailDay, plural, receiptTexts as texts, formatText } from '@comet/texts/emails';
import type { Selectable } from 'kysely';
import type { OrderItem, Schema } from '../../platform/database/schema.ts';
import { type Email, type EmailLink, dateFact, composeEmail } from '../../platform/mail/email.ts';
import type { PaymentCompleted } from '../subscription/index.ts';
import type { PaidPeriod } from './paid-period.ts';

type Fact = NonNullable<Email['facts']>[number];

export interface Receipt {
  /** The months of the paid plan, where it differs from the order's because the plan was changed since. */
  readonly months?: number | undefined;
  readonly order: Pick<Selectable<Schema['orders']>, 'number' | 'item' | 'method' | 'lines'>;
  readonly payment: Pick<PaymentCompleted, 'at' | 'amount' | 'tax' | 'currency' | 'method'>;
  /** Set for a plan. */
  readonly period: PaidPeriod | null;
  /** The payment is being refunded: no period and no next charge. */
  readonly isReturned: boolean;
  /** The id by which the dashboard opens the provider's invoice; null where the provider writes none. */
  readonly invoiceId: string | null;
  readonly dashboardUrl: string;
}

/** Receipt with product, dates, amount with its tax, the next charge and the invoice. */
export function receiptEmail(receipt: Receipt): Email {
  const { order, payment, months, invoiceId, dashboardUrl } = receipt;
  const money = (amount: number) => formatMoney({ amount, currency: payment.currency });
  const total = money(payment.amount);
  const product = months === undefined ? productName(order.item) : planName(months);
  const method = methodName(order, payment);
  const { thanks, next, path } = nextStep(receipt);
  const invoice: EmailLink | null =
    invoiceId === null
      ? null
      : { label: texts.invoice, url: `${dashboardUrl}/dash/billing/invoice/${invoiceId}` };
  const email = composeEmail(
    texts.email,
    { total, product, method, thanks, next },
    { facts: factsOf(receipt, { product, method }), url: `${dashboardUrl}${path}` },
  );
  return invoice === null ? email : { ...email, secondAction: invoice };
}

function factsOf(
  { order, payment, period, isReturned }: Receipt,
  { product, method }: { readonly product: string; readonly method: string },
): readonly Fact[] {
  const money = (amount: number) => formatMoney({ amount, currency: payment.currency });
  const fee = order.lines.find(({ kind }) => kind === 'crypto_fee');
  const total =
    payment.tax === 0
      ? formatText(texts.totalWithoutTax, { total: money(payment.amount) })
      : formatText(texts.totalWithTax, { total: money(payment.amount), tax: money(payment.tax) });
  return [
    { term: texts.for, value: product },
    ...(period === null ? [] : periodFacts(period)),
    ...(fee === undefined
      ? []
      : [{ term: texts.fee, value: formatText(texts.cryptoFee, { fee: money(fee.amount) }) }]),
    { term: texts.total, value: total },
    { term: texts.paid, value: method },
    dateFact(new Date(payment.at)),
    ...(isReturned ? [] : [{ term: texts.next, value: nextCharge(period, payment) }]),
    ...(period === null || period.refundableUntil === null
      ? []
      : [
          {
            term: texts.refund,
            value: formatText(texts.refundUntil, { until: emailDay(period.refundableUntil) }),
          },
        ]),
    { term: factTexts.terms.order, value: order.number },
  ];
}

/** The thanks and the button of a receipt: a first plan leads to the devices, everything else to where it is shown. */
function nextStep({ order: { item }, period, isReturned }: Receipt): {
  readonly thanks: string;
  readonly next: string;
  readonly path: string;
} {
  const { thanks, actions } = texts;
  if (isReturned) return { thanks: thanks.returned, next: actions.payments, path: '/dash/billing/' };
  if (period !== null) {
    const active = formatText(thanks.plan, { until: emailDay(period.until) });
    return period.isFirst
      ? { thanks: active, next: actions.devices, path: '/dash/devices' }
      : { thanks: active, next: actions.plan, path: '/dash/home/' };
  }
  if (item.kind === 'subscription' || item.kind === 'plan_change')
    return { thanks: thanks.other, next: actions.plan, path: '/dash/home/' };
  return { thanks: thanks.other, next: actions[item.kind], path: pages[item.kind] };
}

const pages = {
  residential_data: '/dash/residential-vpn/',
  proxy_traffic: '/dash/residential-proxy/',
  dedicated_ip: '/dash/dedicated/',
  dedicated_ip_extension: '/dash/dedicated/',
} as const satisfies Partial<Record<OrderItem['kind'], string>>;

function productName(item: OrderItem): string {
  switch (item.kind) {
    case 'subscription':
    case 'plan_change':
      return planName(item.months);
    case 'residential_data':
      return formatText(texts.data, { gigabytes: item.gigabytes });
    case 'dedicated_ip':
      return formatText(plural(item.months, texts.address), { count: item.months });
    case 'dedicated_ip_extension':
      return formatText(plural(item.months, texts.extension), { count: item.months });
    case 'proxy_traffic':
      return formatText(texts.traffic, { gigabytes: item.gigabytes });
  }
}

function periodFacts({ from, until, freeMonths }: PaidPeriod): readonly Fact[] {
  const value = formatText(texts.periodOf, { from: emailDay(from), until: emailDay(until) });
  const free = formatText(plural(freeMonths, texts.freeMonthsOf), { count: freeMonths });
  return [
    { term: texts.period, value },
    ...(freeMonths === 0 ? [] : [{ term: texts.freeMonths, value: free }]),
  ];
}

function nextCharge(period: PaidPeriod | null, { currency, tax }: Receipt['payment']): string {
  const next = period?.next ?? null;
  if (next === null) return texts.nextNone;
  const values = { amount: formatMoney({ amount: next.amount, currency }), at: emailDay(next.at) };
  return formatText(tax === 0 ? texts.nextOf : texts.nextWithTax, values);
}

function planName(months: number): string {
  return formatText(plural(months, texts.plan), { count: months });
}

function methodName({ method }: Receipt['order'], payment: Receipt['payment']): string {
  const kind = payment.method?.kind ?? method;
  const digits = payment.method?.lastDigits ?? null;
  if (kind === 'crypto') return texts.methods.crypto;
  if (kind === 'paypal') return texts.methods.paypal;
  return digits === null ? texts.methods.card : formatText(texts.methods.cardEndingIn, { digits });
}
