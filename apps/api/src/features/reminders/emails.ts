import { formatMoney, type Money } from '@comet/foundation';
import { emailDay, reminderEmails as texts, formatText } from '@comet/texts/emails';
import { type Email, composeEmail } from '../../platform/mail/email.ts';

/** A plan of a year or more renews within a week. */
export function renewalEmail(given: {
  readonly amount: Money;
  readonly at: Date;
  readonly months: number;
  readonly homeUrl: string;
}): Email {
  const { months } = given;
  const [amount, at] = [formatMoney(given.amount), emailDay(given.at)];
  const facts = [
    { term: texts.plan, value: formatText(texts.planOf, { months }) },
    { term: texts.next, value: formatText(texts.nextOf, { amount, at }) },
  ];
  return composeEmail(texts.renewal, { at, amount, months }, { facts, url: given.homeUrl });
}

/** A plan that was paid in crypto ends within a week, or within a day. */
export function endsEmail(given: {
  readonly at: Date;
  readonly isTomorrow: boolean;
  readonly payUrl: string;
}): Email {
  const at = emailDay(given.at);
  const email = composeEmail(
    texts.ends,
    { at },
    { facts: [{ term: texts.endTerm, value: at }], url: given.payUrl },
  );
  return given.isTomorrow ? { ...email, subject: texts.endsTomorrow } : email;
}

/** A plan that was paid in crypto has ended. */
export function endedEmail(given: { readonly at: Date; readonly payUrl: string }): Email {
  return composeEmail(texts.ended, { at: emailDay(given.at) }, { url: given.payUrl });
}
