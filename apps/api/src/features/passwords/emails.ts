import { passwordEmails as texts } from '@comet/texts/emails';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

export function resetPasswordEmail(url: string): Email {
  return composeEmail(texts.reset, {}, { url, priority: 'security' });
}

/** Notifies the owner of a password change and explains how to undo it. */
export function passwordChangedEmail(change: {
  readonly how: keyof typeof texts.happenings;
  /** Passkeys and providers still sign in: an intruder may have added one. */
  readonly hasOtherSignInMethods: boolean;
  readonly client: CallingClient;
  readonly at: Date;
  readonly dashboardUrl: string;
}): Email {
  const email = composeEmail(texts.changed, texts.happenings[change.how], {
    facts: [deviceFact(change.client), timeFact(change.at)],
    url: `${change.dashboardUrl}/reset-password/`,
    priority: 'security',
  });
  if (!change.hasOtherSignInMethods) return email;
  return { ...email, paragraphs: email.paragraphs.toSpliced(1, 0, texts.otherWays) };
}
