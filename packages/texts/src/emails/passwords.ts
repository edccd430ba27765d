/** Password reset and change. */
export const passwordEmails = {
  reset: {
    subject: 'Reset your Comet password',
    preview: 'The link expires in an hour.',
    heading: 'Reset your password',
    paragraphs: [
      'We got a request to reset your Comet password.',
      'The link works once and expires in an hour. Choosing a new password signs you out everywhere.',
    ],
    action: 'Choose a new password',
    footnote: 'If you didn’t ask for this, ignore this email. Your password won’t change.',
  },
  changed: {
    subject: '{subject}',
    preview: 'If this was you, there’s nothing to do.',
    heading: '{subject}',
    paragraphs: ['{what}', 'If this was you, there’s nothing to do.'],
    action: 'This wasn’t me',
    footnote:
      'If this wasn’t you, follow the link and choose a new password. That signs you out everywhere. If someone else may be reading your email, change your email password first.',
  },
  /** Added where passkeys or providers can still sign in. */
  otherWays:
    'Your passkeys and connected accounts can still sign in. If you don’t recognize one, remove it in your settings.',
  happenings: {
    changed: {
      subject: 'Your password was changed',
      what: 'The password of your Comet account was changed. You were signed out everywhere except where it was changed.',
    },
    first: {
      subject: 'Your account now has a password',
      what: 'A password was added to your Comet account, which didn’t have one. You were signed out everywhere except where it was added.',
    },
    reset: {
      subject: 'Your password was changed',
      what: 'A new password was set for your Comet account through a link we sent to this email. You were signed out everywhere.',
    },
  },
} as const;
