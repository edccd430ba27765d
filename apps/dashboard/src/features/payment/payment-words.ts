import { cryptoTexts, formatDay, formatMoney, paymentTexts, say } from '@comet/texts';
import type { Order } from './order.ts';

const given = {
  subscription: paymentTexts.paid,
  plan_change: paymentTexts.paid,
  residential_data: paymentTexts.paidResidentialData,
  proxy_traffic: paymentTexts.paidProxyTraffic,
  dedicated_ip: paymentTexts.paidDedicatedIp,
  dedicated_ip_extension: paymentTexts.paidExtension,
} as const;

type Told = Pick<Order, 'state' | 'item' | 'method' | 'failure' | 'renewal'>;

/** The sentence of an order's state, and what it means. */
export function paymentWords({ state, item, method, failure, renewal }: Told): {
  readonly headline: string;
  readonly explanation: string;
} {
  switch (state) {
    case 'draft':
      return { headline: paymentTexts.draftHeadline, explanation: paymentTexts.draft };
    case 'processing':
      return {
        headline: paymentTexts.processingHeadline,
        explanation: method === 'crypto' ? cryptoTexts.processing : paymentTexts.processing,
      };
    case 'paid':
      if (item.kind === 'plan_change' && item.startsAt !== undefined && renewal !== null)
        return {
          headline: paymentTexts.planChangedHeadline,
          explanation: say(paymentTexts.planChangedLater, {
            amount: formatMoney(renewal.amount),
            date: formatDay(renewal.at),
          }),
        };
      return { headline: paymentTexts.paidHeadline, explanation: given[item.kind] };
    case 'failed':
      return { headline: paymentTexts.failedHeadline, explanation: failedWords(failure, method) };
    case 'expired':
      return {
        headline: paymentTexts.expiredHeadline,
        explanation: method === 'crypto' ? cryptoTexts.expired : paymentTexts.expired,
      };
    case 'refunded':
      return { headline: paymentTexts.refundedHeadline, explanation: paymentTexts.refunded };
  }
}

function failedWords(failure: Told['failure'], method: Told['method']): string {
  if (failure === 'underpaid') return cryptoTexts.underpaid;
  return method === 'crypto' ? cryptoTexts.unconfirmed : paymentTexts.failed;
}
