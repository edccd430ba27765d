import { formatMoney, type Money } from '@comet/foundation';
import { emailDay, factTexts, paymentEmails as texts } from '@comet/texts/emails';
import type { PlanReturnReason } from '../../platform/database/schema.ts';
import { type Email, composeEmail } from '../../platform/mail/email.ts';

/** A refund and the order that it is about. */
interface RefundNotice {
  readonly amount: Money;
  readonly orderNumber: string;
  readonly requestedAt: Date;
  /** When the provider decided. */
  readonly decidedAt: Date;
  /** What has ended because the payment is refunded entirely, by this refund and earlier ones; null for a part of it. */
  readonly ended: 'plan' | 'purchase' | null;
  /** Why the payment gave no plan; null for one that did. */
  readonly returnReason: PlanReturnReason | null;
  readonly billingUrl: string;
}

/** A refund was requested; the provider decides. */
export function refundRequestedEmail(refund: RefundNotice): Email {
  return composeEmail(
    texts.refundRequested,
    { amount: formatMoney(refund.amount), effect: effectOf(refund, 'pending') },
    refundContext(refund, []),
  );
}

/** A refund was completed. */
export function refundedEmail(refund: RefundNotice): Email {
  const decided = [{ term: texts.terms.approved, value: emailDay(refund.decidedAt) }];
  const amount = formatMoney(refund.amount);
  const effect = effectOf(refund, refund.ended ?? 'part');
  return composeEmail(texts.refunded, { amount, effect }, refundContext(refund, decided));
}

/** A requested refund was rejected. The refund of a payment that gave no plan is still owed. */
export function refundRejectedEmail(refund: RefundNotice): Email {
  const decided = [{ term: texts.terms.declined, value: emailDay(refund.decidedAt) }];
  const amount = formatMoney(refund.amount);
  const context = refundContext(refund, decided);
  if (refund.returnReason !== null) {
    const reason = texts.notNeeded[refund.returnReason];
    return composeEmail(texts.returnDeclined, { amount, reason }, context);
  }
  return composeEmail(texts.refundRejected, { amount, effect: texts.effects.rejected }, context);
}

/** What the refund means for what was paid for; for a payment without a plan, why it is refunded. */
function effectOf({ returnReason }: RefundNotice, effect: keyof typeof texts.effects): string {
  return returnReason === null ? texts.effects[effect] : texts.notNeeded[returnReason];
}

function refundContext(
  { amount, orderNumber, requestedAt, billingUrl }: RefundNotice,
  decided: NonNullable<Email['facts']>,
) {
  const facts = [
    { term: texts.terms.amount, value: formatMoney(amount) },
    { term: texts.terms.requested, value: emailDay(requestedAt) },
    ...decided,
    { term: factTexts.terms.order, value: orderNumber },
  ];
  return { facts, url: billingUrl };
}

/** Coins arrived without an entitlement. The payment does not contain an address for the refund. */
export function cryptoRefundDueEmail(given: {
  readonly amount: string;
  readonly fee: string;
  readonly reason: keyof typeof texts.notNeeded;
  readonly orderNumber: string;
}): Email {
  const { amount, fee, reason, orderNumber } = given;
  return composeEmail(
    texts.coinsGoBack,
    { amount, fee, reason: texts.notNeeded[reason] },
    { facts: [{ term: factTexts.terms.order, value: orderNumber }] },
  );
}
