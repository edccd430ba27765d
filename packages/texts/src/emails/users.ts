const fifthWithinHour =
  'This is the fifth email like this within an hour. If more new devices sign in before {until}, we’ll list them in one email then.';

const approved = {
  subject: 'A sign-in to Comet was approved',
  preview: '{name} is signing in with a code approved in your dashboard.',
  heading: 'A device was approved to sign in',
  action: 'Review your sessions',
  footnote:
    'If this wasn’t you, end its session, remove the device and change your password. Its connection stops immediately.',
} as const;
const approvedDevice = [
  '“{name}” asked to sign in, and its code was approved in your dashboard.',
  'If this was you, there’s nothing to do.',
] as const;

/** Sign-in of a device by a code. */
export const quickLoginEmails = {
  signedIn: { ...approved, paragraphs: approvedDevice },
  lastSignedIn: { ...approved, paragraphs: [...approvedDevice, fifthWithinHour] },
  /** Whether a device is in the same network as the browser that approved it. */
  places: {
    same: 'Same as the browser that approved it',
    other: 'Different from the browser that approved it',
    unknown: 'Unknown',
  },
} as const;

const notSignedIn =
  'If this wasn’t you, end that session and change your password. We don’t keep the IP address of a sign-in, so we can’t tell you where it came from.';
const signedIn = 'A new device signed in to your account. If this was you, there’s nothing to do.';

const notYou =
  'You’re receiving this because someone signed up with this email. If it wasn’t you, ignore it.';

/** Registration and sign-in. */
export const userEmails = {
  confirmAddress: {
    subject: 'Confirm your email address',
    preview: 'Follow the link to finish setting up your account.',
    heading: 'Confirm your email address',
    paragraphs: [
      'Confirm this is your email address. Then you can choose a plan and connect.',
      'The link works once and expires in 24 hours.',
    ],
    action: 'Confirm email',
    footnote: `${notYou} Nothing happens unless you follow the link.`,
  },
  accountExists: {
    subject: 'You already have a Comet account',
    preview: 'Someone tried to sign up with your email.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, maybe you, tried to sign up to Comet with this email. Your account already uses it, so nothing was changed.',
      'Sign in with your existing password, or reset it there.',
    ],
    action: 'Sign in',
    footnote: notYou,
  },
  newSignIn: {
    subject: 'New sign-in to Comet',
    preview: '{device}, {time}.',
    heading: 'New sign-in',
    paragraphs: [signedIn],
    action: 'Review your sessions',
    footnote: notSignedIn,
  },
  lastNewSignIn: {
    subject: 'New sign-in to Comet',
    preview: '{device}, {time}.',
    heading: 'New sign-in',
    paragraphs: [signedIn, fifthWithinHour],
    action: 'Review your sessions',
    footnote: notSignedIn,
  },
  heldSignIns: {
    subject: 'More new sign-ins to Comet',
    preview: 'New devices that signed in within the last hour.',
    heading: 'More new sign-ins',
    paragraphs: [
      'More new devices signed in to your account within the last hour. If they were all you, there’s nothing to do.',
    ],
    /** Sign-ins of a program, after its name. */
    ofProgram: { one: 'Signed in once: {time}', other: '{signIns} sign-ins, last: {time}' },
    action: 'Review your sessions',
    footnote:
      'If one wasn’t you, end that session and change your password. We don’t keep the IP address of a sign-in, so we can’t tell you where it came from.',
  },
} as const;
