import { formatMoney, type Money } from '@comet/foundation';
import { factTexts, paymentLetters as texts } from '@comet/texts/letters';
import type { Letter } from '../../platform/mail/letter.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

/** Money was asked back; the provider decides. */
export function refundRequestedLetter(amount: Money, billingUrl: string): Letter {
  return wordLetter(texts.refundRequested, { amount: formatMoney(amount) }, { url: billingUrl });
}

/** Money was given back. */
export function refundedLetter(amount: Money, billingUrl: string): Letter {
  return wordLetter(texts.refunded, { amount: formatMoney(amount) }, { url: billingUrl });
}

/** A refund that was asked for is not given. */
export function refundRejectedLetter(amount: Money, billingUrl: string): Letter {
  return wordLetter(texts.refundRejected, { amount: formatMoney(amount) }, { url: billingUrl });
}

/** Coins came that buy nothing. Where they go back to cannot be known from the payment. */
export function coinsGoBackLetter(given: {
  readonly amount: string;
  readonly fee: string;
  readonly reason: keyof typeof texts.notNeeded;
  readonly orderId: string;
}): Letter {
  const { amount, fee, reason, orderId } = given;
  return wordLetter(
    texts.coinsGoBack,
    { amount, fee, reason: texts.notNeeded[reason] },
    { facts: [{ term: factTexts.terms.order, value: orderId }] },
  );
}
