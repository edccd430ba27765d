import { formatMoney, type Money } from '@comet/foundation';
import { factTexts, paymentEmails as texts } from '@comet/texts/emails';
import { type Email, composeEmail } from '../../platform/mail/email.ts';

/** A refund was requested; the provider decides. */
export function refundRequestedEmail(amount: Money, billingUrl: string): Email {
  return composeEmail(texts.refundRequested, { amount: formatMoney(amount) }, { url: billingUrl });
}

/** A refund was completed. */
export function refundedEmail(amount: Money, billingUrl: string): Email {
  return composeEmail(texts.refunded, { amount: formatMoney(amount) }, { url: billingUrl });
}

/** A requested refund was rejected. */
export function refundRejectedEmail(amount: Money, billingUrl: string): Email {
  return composeEmail(texts.refundRejected, { amount: formatMoney(amount) }, { url: billingUrl });
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
