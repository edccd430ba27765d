const notYou =
  'If this wasn’t you, change your password now: someone else has access to your account. That signs out every other session.';
const review = 'Review two-factor settings';

/** Two-factor authentication. */
export const twoFactorEmails = {
  activate: {
    subject: 'Turn on two-factor',
    preview: 'Follow the link to ask for a code at every sign-in.',
    heading: 'Turn on two-factor',
    paragraphs: [
      'Your authenticator app is set up. Follow the link to require its code at every sign-in.',
      'Save your recovery codes first: they let you in if you lose the app. The link works once and expires in 24 hours.',
    ],
    action: 'Turn on two-factor',
    footnote:
      'You’re receiving this because someone set up two-factor on your Comet account. If it wasn’t you, don’t follow the link, and change your password.',
  },
  turnedOn: {
    subject: 'Two-factor is on',
    preview: 'Signing in to Comet now takes a code.',
    heading: 'Two-factor is on',
    paragraphs: [
      'Signing in now takes a code from your authenticator app.',
      'If you don’t have the app, use a recovery code. Keep them somewhere other than your phone.',
    ],
    action: review,
    footnote: notYou,
  },
  turnedOff: {
    subject: 'Two-factor is off',
    preview: 'You can sign in to Comet with only your password.',
    heading: 'Two-factor is off',
    paragraphs: [
      'Signing in no longer takes a code, and your recovery codes have stopped working. If this was you, there’s nothing to do.',
    ],
    action: review,
    footnote: notYou,
  },
  codeUsed: {
    subject: 'A recovery code was used',
    preview: '{rest} Each code works only once.',
    heading: 'A recovery code was used',
    paragraphs: [
      'One of your recovery codes was used instead of a code from your authenticator app.',
      '{advice}',
    ],
    action: review,
    footnote: notYou,
  },
  noCodeLeft: 'You have no codes left.',
  codesLeft: { one: 'You have one code left.', other: 'You have {count} codes left.' },
  /** If few recovery codes are left. */
  makeNew: '{rest} Generate new ones in your settings.',
  newCodes: {
    subject: 'You have new recovery codes',
    preview: 'Your old codes no longer work.',
    heading: 'You have new recovery codes',
    paragraphs: [
      'Ten new recovery codes were generated for your account. The old ones no longer work. If this was you, there’s nothing to do.',
    ],
    action: review,
    footnote: notYou,
  },
} as const;
