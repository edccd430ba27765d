/** Password reset and change. */
export const passwordEmails = {
  reset: {
    subject: 'Choose a new password',
    preview: 'One link, for one hour.',
    heading: 'Choose a new password',
    paragraphs: [
      'Someone, you we hope, asked for a new password for the Comet account with this address.',
      'The link works once, for one hour. With the new password all sessions of the account end, and you sign in again.',
    ],
    action: 'Choose a password',
    footnote: 'If you did not ask for it, ignore this mail. Your password stays as it is without the link.',
  },
  changed: {
    subject: '{subject}',
    preview: 'If it was you, there is nothing to do.',
    heading: '{subject}',
    paragraphs: ['{what}', 'If it was you, there is nothing to do.'],
    action: 'It was not me',
    footnote:
      'If it was not you, choose another password by that link: it ends every session again. If someone else may read this mailbox, change its password first.',
  },
  /** Behind what happened, where passkeys or providers are left. */
  otherWays:
    'Passkeys and connected accounts go on signing in. Remove those that you do not know in your settings.',
  happenings: {
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
  },
} as const;
