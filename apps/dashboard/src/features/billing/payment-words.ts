import { billingTexts, formatDay, formatMoney, say } from '@comet/texts';
import { monthsInWords } from '../subscription/index.ts';
import type { Payment } from './payments.ts';

/** What was paid for: `Comet, 12 months`. */
export function paidFor({ item }: Pick<Payment, 'item'>): string {
  switch (item.kind) {
    case 'subscription':
      return say(billingTexts.subscription, { plan: monthsInWords(item.months) });
    case 'plan_change':
      return say(billingTexts.planChange, { plan: monthsInWords(item.months) });
    case 'residential_data':
      return say(billingTexts.residentialData, { count: item.gigabytes });
    case 'dedicated_ip':
      return say(billingTexts.dedicatedIp, { months: monthsInWords(item.months) });
    case 'dedicated_ip_extension':
      return say(billingTexts.dedicatedIpExtension, { months: monthsInWords(item.months) });
    case 'proxy_traffic':
      return say(billingTexts.proxyTraffic, { count: item.gigabytes });
  }
}

/** `21 November 2026, card ending 4242`. */
export function paidWhen({ at, method }: Pick<Payment, 'at' | 'method'>): string {
  const date = formatDay(at);
  return method === null ? date : say(billingTexts.when, { date, method: methodInWords(method) });
}

function methodInWords({ kind, lastDigits }: NonNullable<Payment['method']>): string {
  if (kind === 'paypal') return billingTexts.paypal;
  if (kind === 'crypto') return billingTexts.crypto;
  return lastDigits === null ? billingTexts.card : say(billingTexts.cardEnding, { digits: lastDigits });
}

/** What became of a payment beside being paid; null when nothing did. */
export function standing({ state, givenBack }: Pick<Payment, 'state' | 'givenBack'>): string | null {
  switch (state) {
    case 'paid':
      return null;
    case 'refund_pending':
      return billingTexts.refundPending;
    case 'refund_rejected':
      return billingTexts.refundRejected;
    case 'partly_refunded':
      return say(billingTexts.partlyRefunded, { amount: formatMoney(givenBack) });
    case 'refunded':
      return billingTexts.refunded;
    case 'disputed':
      return billingTexts.disputed;
  }
}
