import { referralEmails as texts } from '@comet/texts/emails';
import { type Email, composeEmail } from '../../platform/mail/email.ts';

/** Tells a customer that a friend's first plan was paid. Says nothing about who. */
export function friendPaidEmail({ url }: { readonly url: string }): Email {
  return composeEmail(texts.friendPaid, {}, { url });
}

/** Tells the friend that the code which was used has paid off. */
export function recommendedEmail({ url }: { readonly url: string }): Email {
  return composeEmail(texts.recommended, {}, { url });
}
