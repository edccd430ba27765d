import { referralEmails as texts } from '@comet/texts/emails';
import { type Email, composeEmail } from '../../platform/mail/email.ts';

/** Notifies a referrer that a friend paid for a first plan. Does not identify the friend. */
export function friendPaidEmail({ url }: { readonly url: string }): Email {
  return composeEmail(texts.friendPaid, {}, { url });
}

/** Notifies the friend that the referral has earned free days. */
export function recommendedEmail({ url }: { readonly url: string }): Email {
  return composeEmail(texts.recommended, {}, { url });
}
