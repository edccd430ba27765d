/** A device signed in by a code. */
export const quickLoginEmails = {
  signedIn: {
    subject: 'A sign-in to Comet was approved',
    preview: '{name} signs in with a code that was approved in your dashboard.',
    heading: 'A device may sign in',
    paragraphs: [
      '“{name}” asked to sign in, and its code was approved in your dashboard.',
      'If you did this, there is nothing to do.',
    ],
    action: 'See your sessions',
    footnote:
      'If it was not you, end its session, remove the device and change your password: its connection stops at once.',
  },
  /** Whether a device is in the same network as the browser that approved it. */
  places: {
    same: 'The network of the browser that approved it',
    other: 'Another network than that of the browser that approved it',
    unknown: 'Not known',
  },
} as const;

const notSignedIn =
  'If it was not you, end that session and change your password. We do not keep the addresses of our customers, so this mail cannot name a place.';
const signedIn =
  'A device that had not been used with your account before signed in to it. If it was you, there is nothing to do.';

const notYou =
  'You get this because someone entered your address at Comet. If it was not you, ignore this mail.';

/** Opening an account, and signing in to it. */
export const userEmails = {
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
    paragraphs: [signedIn],
    action: 'See your sessions',
    footnote: notSignedIn,
  },
  lastNewSignIn: {
    subject: 'New sign-in to Comet',
    preview: '{device}, {time}.',
    heading: 'New sign-in',
    paragraphs: [
      signedIn,
      'This is the fifth mail of this kind within an hour. If more new devices sign in before {until}, one mail names them all then.',
    ],
    action: 'See your sessions',
    footnote: notSignedIn,
  },
  heldSignIns: {
    subject: 'More new sign-ins to Comet',
    preview: 'New devices that signed in within the last hour.',
    heading: 'More new sign-ins',
    paragraphs: [
      'More devices that had not been used with your account before signed in to it within the last hour. If all of them were you, there is nothing to do.',
    ],
    /** What a program did, after its name. */
    ofProgram: { one: 'Signed in once: {time}', other: '{signIns} sign-ins, the last: {time}' },
    action: 'See your sessions',
    footnote:
      'If one was not you, end that session and change your password. We do not keep the addresses of our customers, so this mail cannot name a place.',
  },
} as const;
