import { formatMoney, type Money } from '@comet/foundation';
import { emailDay, formatText, subscriptionEmails as texts } from '@comet/texts/emails';
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
  /** The payment that is no longer charged; null where none was due. */
  readonly due: { readonly amount: Money; readonly at: Date } | null;
  readonly homeUrl: string;
  /** False where a payment was due: the provider has then ended the subscription. */
  readonly canBeUndone: boolean;
}): Email {
  const regret = given.canBeUndone ? texts.regret.undo : texts.regret.again;
  const effect =
    given.due === null
      ? texts.effects.none
      : formatText(texts.effects.due, { amount: formatMoney(given.due.amount), due: emailDay(given.due.at) });
  return composeEmail(
    texts.cancelled,
    { until: emailDay(given.until), effect, regret },
    { url: given.homeUrl },
  );
}

/** The free trial has begun; `at` is the date of the first charge. */
export function trialStartedEmail(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly devicesUrl: string;
  readonly homeUrl: string;
}): Email {
  const { values, facts } = trialContext(given);
  const email = composeEmail(texts.trialStarted, values, { facts, url: given.devicesUrl });
  return { ...email, secondAction: { label: texts.viewOrCancel, url: given.homeUrl } };
}

/** The free trial ends and the first charge follows. */
export function trialEndsEmail(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly homeUrl: string;
}): Email {
  const { values, facts } = trialContext(given);
  return composeEmail(texts.trialEnds, values, { facts, url: given.homeUrl });
}

function trialContext(given: { readonly amount: Money; readonly at: Date }) {
  const values = { at: emailDay(given.at), amount: formatMoney(given.amount) };
  const facts = [
    { term: texts.terms.freeUntil, value: values.at },
    { term: texts.terms.firstPayment, value: formatText(texts.firstPaymentOf, values) },
  ];
  return { values, facts };
}
