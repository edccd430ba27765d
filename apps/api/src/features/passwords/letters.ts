import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';

export function resetPasswordLetter(url: string): Letter {
  return {
    subject: 'Choose a new password',
    preview: 'One link, for one hour.',
    heading: 'Choose a new password',
    paragraphs: [
      'Someone, you we hope, asked for a new password for the Comet account with this address.',
      'The link works once, for one hour. With the new password all sessions of the account end, and you sign in again.',
    ],
    action: { label: 'Choose a password', url },
    footnote: 'If you did not ask for it, ignore this mail. Your password stays as it is without the link.',
  };
}

const happenings = {
  changed: {
    subject: 'Your password was changed',
    what: 'The password of your Comet account was changed. All sessions ended, except the one that changed it.',
  },
  first: {
    subject: 'Your account has a password now',
    what: 'A password was added to your Comet account, which had none. All sessions ended, except the one that added it.',
  },
  reset: {
    subject: 'Your password was changed',
    what: 'A new password was chosen for your Comet account by a link that we sent here. All sessions ended.',
  },
} as const;

const otherWays =
  'Passkeys and connected accounts go on signing in. Remove those that you do not know in your settings.';

/** Tells the owner that the password is another one, and how to take it back. */
export function passwordChangedLetter(change: {
  readonly how: keyof typeof happenings;
  /** Passkeys and providers sign in as before: whoever was here without the owner may have left one. */
  readonly hasOtherWaysIn: boolean;
  readonly client: CallingClient;
  readonly at: Date;
  readonly dashboardUrl: string;
}): Letter {
  const { subject, what } = happenings[change.how];
  return {
    subject,
    preview: 'If it was you, there is nothing to do.',
    heading: subject,
    paragraphs: [
      what,
      ...(change.hasOtherWaysIn ? [otherWays] : []),
      'If it was you, there is nothing to do.',
    ],
    facts: [deviceFact(change.client), timeFact(change.at)],
    action: { label: 'It was not me', url: `${change.dashboardUrl}/reset-password/` },
    footnote:
      'If it was not you, choose another password by that link: it ends every session again. If someone else may read this mailbox, change its password first.',
  };
}
