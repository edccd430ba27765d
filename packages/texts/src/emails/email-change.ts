const ignore =
  'You’re receiving this because someone entered this email at Comet. If it wasn’t you, ignore it.';

/** Changing the email address of an account. */
export const emailChangeEmails = {
  confirmNew: {
    subject: 'Confirm your new email address',
    preview: 'Follow the link to sign in with this email from now on.',
    heading: 'Confirm your new email address',
    paragraphs: [
      'Confirm to use this email for your Comet account. You’ll sign in with it, and we’ll write to you here.',
      'The link works once and expires in 24 hours.',
    ],
    action: 'Use this email',
    footnote: `${ignore} Nothing changes unless you follow the link.`,
  },
  inUse: {
    subject: 'You already have a Comet account',
    preview: 'Someone tried to use your email for another account.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, maybe you, tried to use this email for another Comet account. Your account already uses it, so nothing was changed.',
      'To use it for the other account, first change the email of this account or delete the account.',
    ],
    action: 'Sign in',
    footnote: ignore,
  },
  asked: {
    subject: 'Your email address is about to change',
    preview: 'If this was you, there’s nothing to do.',
    heading: 'Your email address is about to change',
    paragraphs: [
      'Someone signed in to your Comet account asked to change its email. It changes once they follow the link we sent to the new email, within 24 hours.',
      'If this was you, there’s nothing to do.',
    ],
    action: 'This wasn’t me',
    footnote:
      'If this wasn’t you, follow the link and change your password. That stops the change and signs you out everywhere else. If you can’t sign in, choose “Forgot password?” there.',
  },
  changed: {
    subject: 'Your email address was changed',
    preview: 'Your Comet account now uses another email.',
    heading: 'Your email address was changed',
    paragraphs: [
      'Your Comet account now uses another email. Sign in with that one; we won’t write to this one about your account again.',
      'If this was you, there’s nothing to do.',
    ],
    footnote:
      'If this wasn’t you, reply to this email from this address and support will help you get your account back.',
  },
} as const;
