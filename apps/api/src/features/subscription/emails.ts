import { formatMoney, type Money } from '@comet/foundation';
import { emailDay, subscriptionEmails as texts } from '@comet/texts/emails';
import { type Email, composeEmail } from '../../platform/mail/email.ts';

/** A renewal payment failed. `until` is the end of the grace period. */
export function paymentFailedEmail(given: {
  readonly amount: Money;
  readonly until: Date;
  readonly billingUrl: string;
}): Email {
  const values = { amount: formatMoney(given.amount), until: emailDay(given.until) };
  return composeEmail(texts.paymentFailed, values, { url: given.billingUrl });
}

/** The plan no longer renews. */
export function cancelledEmail(given: {
  readonly until: Date;
  readonly homeUrl: string;
  /** False where a payment was due: the provider has then ended the subscription. */
  readonly canBeUndone: boolean;
}): Email {
  const regret = given.canBeUndone ? texts.regret.undo : texts.regret.again;
  return composeEmail(texts.cancelled, { until: emailDay(given.until), regret }, { url: given.homeUrl });
}

/** The free trial has begun; `at` is the date of the first charge. */
export function trialStartedEmail(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly homeUrl: string;
}): Email {
  const values = { at: emailDay(given.at), amount: formatMoney(given.amount) };
  return composeEmail(texts.trialStarted, values, { url: given.homeUrl });
}

/** The free trial ends and the first charge follows. */
export function trialEndsEmail(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly homeUrl: string;
}): Email {
  const values = { at: emailDay(given.at), amount: formatMoney(given.amount) };
  return composeEmail(texts.trialEnds, values, { url: given.homeUrl });
}
