import { formatMoney } from '@comet/foundation';
import { factTexts, emailDay, plural, receiptTexts as texts, say } from '@comet/texts/emails';
import type { Selectable } from 'kysely';
import type { OrderItem, Schema } from '../../platform/database/schema.ts';
import { type Email, dateFact, composeEmail } from '../../platform/mail/email.ts';
import type { PaymentCompleted } from '../subscription/index.ts';
import type { PaidPeriod } from './paid-period.ts';

type Fact = NonNullable<Email['facts']>[number];

export interface Receipt {
  /** The months of the paid plan, where it differs from the order's because the plan was changed since. */
  readonly months?: number | undefined;
  readonly order: Pick<Selectable<Schema['orders']>, 'id' | 'item' | 'method' | 'lines'>;
  readonly payment: Pick<PaymentCompleted, 'at' | 'amount' | 'tax' | 'currency' | 'method'>;
  /** Set for a plan. */
  readonly period: PaidPeriod | null;
  /** The payment is being refunded: no period and no next charge. */
  readonly isReturned: boolean;
  readonly dashboardUrl: string;
}

/** Receipt with amount, product, payment method and the next charge. */
export function receiptEmail(receipt: Receipt): Email {
  const { order, payment, months, period, isReturned, dashboardUrl } = receipt;
  const money = (amount: number) => formatMoney({ amount, currency: payment.currency });
  const total = money(payment.amount);
  const product = months === undefined ? productName(order.item) : planName(months);
  const method = methodName(order, payment);
  const fee = order.lines.find(({ kind }) => kind === 'crypto_fee');
  const tax = payment.tax === 0 ? money(0) : say(texts.includedTax, { tax: money(payment.tax) });
  const facts = [
    { term: texts.for, value: product },
    ...(period === null ? [] : periodFacts(period)),
    ...(fee === undefined
      ? []
      : [{ term: texts.fee, value: say(texts.cryptoFee, { fee: money(fee.amount) }) }]),
    { term: texts.tax, value: tax },
    { term: texts.total, value: total },
    { term: texts.paid, value: method },
    dateFact(new Date(payment.at)),
    ...(isReturned ? [] : [{ term: texts.next, value: nextCharge(period, payment) }]),
    { term: factTexts.terms.order, value: order.id },
  ];
  return composeEmail(texts.email, { total, product, method }, { facts, url: `${dashboardUrl}/dash/home/` });
}

function productName(item: OrderItem): string {
  switch (item.kind) {
    case 'subscription':
    case 'plan_change':
      return planName(item.months);
    case 'residential_data':
      return say(texts.data, { gigabytes: item.gigabytes });
    case 'dedicated_ip':
      return say(plural(item.months, texts.address), { count: item.months });
    case 'dedicated_ip_extension':
      return say(plural(item.months, texts.extension), { count: item.months });
    case 'proxy_traffic':
      return say(texts.traffic, { gigabytes: item.gigabytes });
  }
}

function periodFacts({ from, until, freeMonths }: PaidPeriod): readonly Fact[] {
  const value = say(texts.periodOf, { from: emailDay(from), until: emailDay(until) });
  const free = say(plural(freeMonths, texts.freeMonthsOf), { count: freeMonths });
  return [
    { term: texts.period, value },
    ...(freeMonths === 0 ? [] : [{ term: texts.freeMonths, value: free }]),
  ];
}

function nextCharge(period: PaidPeriod | null, { currency, tax }: Receipt['payment']): string {
  const next = period?.next ?? null;
  if (next === null) return texts.nextNone;
  const values = { amount: formatMoney({ amount: next.amount, currency }), at: emailDay(next.at) };
  return say(tax === 0 ? texts.nextOf : texts.nextWithTax, values);
}

function planName(months: number): string {
  return say(plural(months, texts.plan), { count: months });
}

function methodName({ method }: Receipt['order'], payment: Receipt['payment']): string {
  const kind = payment.method?.kind ?? method;
  const digits = payment.method?.lastDigits ?? null;
  if (kind === 'crypto') return texts.methods.crypto;
  if (kind === 'paypal') return texts.methods.paypal;
  return digits === null ? texts.methods.card : say(texts.methods.cardEndingIn, { digits });
}
