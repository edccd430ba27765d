import { formatMoney } from '@comet/foundation';
import type { Selectable } from 'kysely';
import type { OrderItem, Schema } from '../../platform/database/schema.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { dateFact } from '../../platform/mail/letter-facts.ts';
import type { PaymentCompleted } from '../subscription/index.ts';

export interface Receipt {
  /** The plan that the payment was for, where that is another than the order's: it was changed since. */
  readonly months?: number | undefined;
  readonly order: Pick<Selectable<Schema['orders']>, 'id' | 'item' | 'method' | 'lines'>;
  readonly payment: Pick<PaymentCompleted, 'at' | 'amount' | 'tax' | 'currency' | 'method'>;
  readonly dashboardUrl: string;
}

/** What was paid, for what and how. */
export function receiptLetter({ order, payment, months, dashboardUrl }: Receipt): Letter {
  const money = (amount: number) => formatMoney({ amount, currency: payment.currency });
  const total = money(payment.amount);
  const product = months === undefined ? productName(order.item) : planName(months);
  const fee = order.lines.find(({ kind }) => kind === 'crypto_fee');
  return {
    subject: `Receipt: ${total} for Comet`,
    preview: `${product}, paid ${methodName(order, payment)}.`,
    heading: `We have received ${total}`,
    paragraphs: ['Thank you. This is your receipt; keep it for your records.'],
    facts: [
      { term: 'For', value: product },
      ...(fee === undefined
        ? []
        : [{ term: 'Fee', value: `${money(fee.amount)} for crypto, not refundable` }]),
      { term: 'Tax', value: payment.tax === 0 ? 'None' : `${money(payment.tax)}, included` },
      { term: 'Total', value: total },
      { term: 'Paid', value: sentence(methodName(order, payment)) },
      dateFact(new Date(payment.at)),
      { term: 'Order', value: order.id },
    ],
    action: { label: 'Open your dashboard', url: `${dashboardUrl}/dash/home/` },
    footnote: 'A plan can be refunded within 30 days of its first payment. Questions: reply to this mail.',
  };
}

function productName(item: OrderItem): string {
  switch (item.kind) {
    case 'subscription':
    case 'plan_change':
      return planName(item.months);
    case 'residential_data':
      return `Native Residential data, ${item.gigabytes} GB`;
    case 'dedicated_ip':
      return `Dedicated IP, ${count(item.months, 'month')}`;
    case 'dedicated_ip_extension':
      return `Dedicated IP, ${count(item.months, 'month')} longer`;
    case 'proxy_traffic':
      return `Residential proxy traffic, ${item.gigabytes} GB`;
  }
}

function planName(months: number): string {
  return `Comet VPN, ${count(months, 'month')}`;
}

function methodName({ method }: Receipt['order'], payment: Receipt['payment']): string {
  const kind = payment.method?.kind ?? method;
  const digits = payment.method?.lastDigits ?? null;
  if (kind === 'crypto') return 'in crypto';
  if (kind === 'paypal') return 'by PayPal';
  return digits === null ? 'by card' : `by card ending in ${digits}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
