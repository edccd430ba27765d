import { paymentTexts } from '@comet/texts';
import type { Order } from './order.ts';

const given = {
  subscription: paymentTexts.paid,
  plan_change: paymentTexts.paid,
  residential_data: paymentTexts.paidResidentialData,
  proxy_traffic: paymentTexts.paidProxyTraffic,
  dedicated_ip: paymentTexts.paidDedicatedIp,
  dedicated_ip_extension: paymentTexts.paidExtension,
} as const;

/** The sentence of an order's state, and what it means. */
export function paymentWords({ state, item }: Pick<Order, 'state' | 'item'>): {
  readonly headline: string;
  readonly explanation: string;
} {
  switch (state) {
    case 'draft':
      return { headline: paymentTexts.draftHeadline, explanation: paymentTexts.draft };
    case 'processing':
      return { headline: paymentTexts.processingHeadline, explanation: paymentTexts.processing };
    case 'paid':
      return { headline: paymentTexts.paidHeadline, explanation: given[item.kind] };
    case 'failed':
      return { headline: paymentTexts.failedHeadline, explanation: paymentTexts.failed };
    case 'expired':
      return { headline: paymentTexts.expiredHeadline, explanation: paymentTexts.expired };
    case 'refunded':
      return { headline: paymentTexts.refundedHeadline, explanation: paymentTexts.refunded };
  }
}
