import { paymentTexts } from '@comet/texts';
import type { Order } from './order.ts';

/** The sentence of an order's state, and what it means. */
export function paymentWords(state: Order['state']): {
  readonly headline: string;
  readonly explanation: string;
} {
  switch (state) {
    case 'draft':
      return { headline: paymentTexts.draftHeadline, explanation: paymentTexts.draft };
    case 'processing':
      return { headline: paymentTexts.processingHeadline, explanation: paymentTexts.processing };
    case 'paid':
      return { headline: paymentTexts.paidHeadline, explanation: paymentTexts.paid };
    case 'failed':
      return { headline: paymentTexts.failedHeadline, explanation: paymentTexts.failed };
    case 'expired':
      return { headline: paymentTexts.expiredHeadline, explanation: paymentTexts.expired };
    case 'refunded':
      return { headline: paymentTexts.refundedHeadline, explanation: paymentTexts.refunded };
  }
}
