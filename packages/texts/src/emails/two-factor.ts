const notYou =
  'If it was not you, change your password at once: someone else is in your account. It ends every session.';
const look = 'Look at two-factor';

/** The second factor. */
export const twoFactorEmails = {
  activate: {
    subject: 'Turn on two-factor',
    preview: 'One link, and signing in asks for a code.',
    heading: 'Turn on two-factor',
    paragraphs: [
      'Your authenticator app is set up. Follow the link, and from then on signing in asks for its code.',
      'Keep your recovery codes first: they let you in when the app is lost. The link works once, for 24 hours.',
    ],
    action: 'Turn on two-factor',
    footnote:
      'You get this because someone set up two-factor in your Comet account. If it was not you, do not follow the link, and change your password.',
  },
  turnedOn: {
    subject: 'Two-factor is on',
    preview: 'Signing in to Comet now asks for a code.',
    heading: 'Two-factor is on',
    paragraphs: [
      'From now on, signing in asks for a code from your authenticator app.',
      'Without the app, a recovery code lets you in. Keep them where the phone is not.',
    ],
    action: look,
    footnote: notYou,
  },
  turnedOff: {
    subject: 'Two-factor is off',
    preview: 'Your password alone signs in to Comet again.',
    heading: 'Two-factor is off',
    paragraphs: [
      'Signing in asks for no code any more, and the recovery codes are void. If you did this, there is nothing to do.',
    ],
    action: look,
    footnote: notYou,
  },
  codeUsed: {
    subject: 'A recovery code was used',
    preview: '{rest} A used one does not work again.',
    heading: 'A recovery code was used',
    paragraphs: [
      'One of your recovery codes took the place of a code from your authenticator app.',
      '{advice}',
    ],
    action: look,
    footnote: notYou,
  },
  noCodeLeft: 'No code is left.',
  codesLeft: { one: 'One code is left.', other: '{count} codes are left.' },
  /** Where few are left. */
  makeNew: '{rest} Make new ones in your settings.',
  newCodes: {
    subject: 'You have new recovery codes',
    preview: 'The old ones do not work any more.',
    heading: 'You have new recovery codes',
    paragraphs: [
      'Ten new recovery codes were made for your account, and the old ones do not work any more. If you did this, there is nothing to do.',
    ],
    action: look,
    footnote: notYou,
  },
} as const;
