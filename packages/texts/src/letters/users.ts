const notYou =
  'You get this because someone entered your address at Comet. If it was not you, ignore this mail.';

/** Opening an account, and signing in to it. */
export const userLetters = {
  confirmAddress: {
    subject: 'Confirm your email address',
    preview: 'One link, and your Comet account is ready.',
    heading: 'Confirm your email address',
    paragraphs: [
      'Follow the link to confirm that this mailbox is yours. Then you can choose a plan and connect.',
      'The link works once, for 24 hours.',
    ],
    action: 'Confirm address',
    footnote: `${notYou} Nothing happens without the link.`,
  },
  accountExists: {
    subject: 'You already have a Comet account',
    preview: 'Someone tried to register with your address.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, maybe you, tried to register at Comet with this address. It belongs to your account already, so nothing was changed.',
      'Sign in with the password that you chose before, or choose a new one there.',
    ],
    action: 'Sign in',
    footnote: notYou,
  },
  newSignIn: {
    subject: 'New sign-in to Comet',
    preview: '{device}, {time}.',
    heading: 'New sign-in',
    paragraphs: [
      'A device that had not been used with your account before signed in to it. If it was you, there is nothing to do.',
    ],
    action: 'See your sessions',
    footnote:
      'If it was not you, end that session and change your password. We do not keep the addresses of our customers, so this mail cannot name a place.',
  },
} as const;
