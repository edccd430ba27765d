import { userEmails as texts } from '@comet/texts/emails';
import { type Email, composeEmail } from '../../../platform/mail/email.ts';

export function confirmAddressEmail(url: string): Email {
  return composeEmail(texts.confirmAddress, {}, { url, priority: 'confirmation' });
}

export function accountExistsEmail(loginUrl: string): Email {
  return composeEmail(texts.accountExists, {}, { url: loginUrl, priority: 'confirmation' });
}
