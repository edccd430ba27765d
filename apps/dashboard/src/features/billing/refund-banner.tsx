import { formatMoney, refundStateTexts as texts, formatText } from '@comet/texts';
import { Banner } from '@comet/ui';
import type { Subscription } from '../subscription/index.ts';

/** The banner of a pending or rejected refund. */
export function RefundBanner({ subscription: { refund, state } }: { readonly subscription: Subscription }) {
  if (refund === null || state === 'refunded' || state === 'expired') return null;
  const amount = formatMoney(refund.amount);
  return refund.state === 'pending' ? (
    <Banner title={texts.pendingTitle}>{formatText(texts.pending, { amount })}</Banner>
  ) : (
    <Banner tone="warn" title={texts.rejectedTitle}>
      {formatText(texts.rejected, { amount })}
    </Banner>
  );
}
