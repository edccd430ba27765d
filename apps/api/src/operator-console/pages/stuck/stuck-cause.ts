import {
  exactTime,
  formatMoney,
  plural,
  formatText,
  stuckCauseTexts as texts,
} from '@comet/texts/operator-console';

/** A stored notification about an order's payment. */
export interface StuckEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly isPayment: boolean;
  readonly processedAt: Date | null;
  readonly tries: number;
  readonly retryAt: Date | null;
  readonly lastError: string | null;
}

/** What is known about an order whose payment may be stuck. */
export interface StuckFacts {
  readonly state: string;
  readonly provider: 'paddle' | 'coingate' | null;
  readonly total: { readonly amount: number; readonly currency: string };
  /** The paid sum where it does not match the order, and no operator has settled it. */
  readonly mismatch: { readonly amount: number; readonly currency: string } | null;
  readonly events: readonly StuckEvent[];
  /** Notifications that were refused since the checkout was opened; of all customers: a refused one is not stored. */
  readonly refused: { readonly count: number; readonly reason: string } | null;
  readonly askedAt: Date | null;
  readonly reply: string | null;
  readonly pendingRefund: { readonly adjustmentId: string; readonly askedAt: Date } | null;
}

const failures: readonly string[] = ['payment_unavailable', 'product_not_found', 'payment_not_started'];
const completed: readonly string[] = ['completed', 'paid'];

/** Returns one sentence about why a payment is stuck; null if it is not. The most specific known cause is named. */
export function stuckCauseOf(facts: StuckFacts): string | null {
  const { state, events, mismatch, total, pendingRefund } = facts;
  const failed = events.find(({ processedAt, tries }) => processedAt === null && tries > 0);
  if (failed !== undefined) {
    const { eventId: event, eventType: type, tries: count, lastError, retryAt } = failed;
    const error = lastError ?? texts.noError;
    const next = retryAt === null ? texts.now : exactTime(retryAt);
    return formatText(plural(count, texts.failed), { event, type, count, error, next });
  }
  if (mismatch !== null)
    return formatText(texts.mismatch, { paid: formatMoney(mismatch), total: formatMoney(total) });
  if (state === 'processing') return unpaidCauseOf(facts);
  if (pendingRefund === null) return null;
  const { adjustmentId: refund, askedAt } = pendingRefund;
  return formatText(texts.refund, { refund, time: exactTime(askedAt) });
}

function unpaidCauseOf({ provider, events, refused, askedAt, reply }: StuckFacts): string {
  const name = provider === null ? texts.noProvider : texts.providers[provider];
  const unread = events.find(({ processedAt }) => processedAt === null);
  if (unread !== undefined)
    return formatText(texts.unread, { event: unread.eventId, type: unread.eventType });
  const other = events.find(({ isPayment }) => !isPayment);
  if (other !== undefined && provider === 'paddle')
    return formatText(texts.waiting, { event: other.eventId, type: other.eventType });
  const arrival =
    refused === null
      ? formatText(texts.noWebhook, { provider: name })
      : formatText(plural(refused.count, texts.refused), {
          provider: name,
          count: refused.count,
          reason: refused.reason,
        });
  if (askedAt === null || reply === null)
    return `${arrival} ${formatText(texts.notAsked, { provider: name })}`;
  if (failures.includes(reply)) return `${arrival} ${formatText(texts.noReply, { provider: name, reply })}`;
  const says = completed.includes(reply) ? texts.saysPaid : texts.saysUnpaid;
  return `${arrival} ${formatText(says, { provider: name, reply })}`;
}
