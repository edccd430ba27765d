import { formatMoney, type Money } from '@comet/foundation';
import { letterDay, subscriptionLetters as texts } from '@comet/texts/letters';
import type { Letter } from '../../platform/mail/letter.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

/** A renewal was not paid. `until` is how long Comet goes on working. */
export function paymentFailedLetter(given: {
  readonly amount: Money;
  readonly until: Date;
  readonly billingUrl: string;
}): Letter {
  const values = { amount: formatMoney(given.amount), until: letterDay(given.until) };
  return wordLetter(texts.paymentFailed, values, { url: given.billingUrl });
}

/** The plan does not renew any more. */
export function cancelledLetter(given: {
  readonly until: Date;
  readonly homeUrl: string;
  /** False where a payment was due: the provider has ended the subscription then. */
  readonly canBeUndone: boolean;
}): Letter {
  const regret = given.canBeUndone ? texts.regret.undo : texts.regret.again;
  return wordLetter(texts.cancelled, { until: letterDay(given.until), regret }, { url: given.homeUrl });
}

/** The free days have begun; `at` is when the first charge comes. */
export function trialStartedLetter(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly homeUrl: string;
}): Letter {
  const values = { at: letterDay(given.at), amount: formatMoney(given.amount) };
  return wordLetter(texts.trialStarted, values, { url: given.homeUrl });
}

/** The free days end, and the first charge comes. */
export function trialEndsLetter(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly homeUrl: string;
}): Letter {
  const values = { at: letterDay(given.at), amount: formatMoney(given.amount) };
  return wordLetter(texts.trialEnds, values, { url: given.homeUrl });
}
