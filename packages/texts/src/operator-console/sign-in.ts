/** The console's sign-in, and the enrolment of an operator by a link. */
export const entranceTexts = {
  signIn: 'Sign in',
  forOperators: 'For operators of Comet. You need an invitation to get in.',
  name: 'Name',
  password: 'Password',
  codeOfApp: 'Code from your authenticator app',
  signInByPasskey: 'Sign in with a passkey',
  refusedPasskey:
    'This passkey didn’t work: it may have been removed, or the page was open for too long. Try again, or use your password.',
  refused: 'Wrong name, password or code, or too many attempts.',
  enrol: 'Set up',
  welcome: 'Welcome, {name}',
  enrolment:
    'Scan this with an authenticator app, choose a password of at least {min} characters, and enter the code.',
  qrCode: 'QR code',
  orType: 'Or type',
  code: 'Code',
  wrong: {
    short: 'Use at least {min} characters for the password.',
    long: 'Use at most {max} characters for the password.',
    common: 'This password is too easy to guess.',
    code: 'This isn’t the current code.',
  },
  linkOver: 'This link has expired',
  linkOverExplanation: 'It works once, for a day. Ask for a new one.',
  toOperatorConsole: 'Open console',
  enrolled: 'You’re set up',
  enrolledExplanation: 'Sign in with the next code.',
} as const;

/** An operator's own passkeys. */
export const passkeysTexts = {
  headline: 'Passkeys',
  explanation: 'You’re {name}, with the role {role}. A passkey signs you in without password and code.',
  name: 'Passkey',
  added: 'Added',
  lastUsed: 'Last used',
  action: 'Action',
  remove: 'Remove',
  none: 'You have no passkeys.',
  add: 'Add passkey',
  addExplanation: 'Confirm with your fingerprint, face or PIN, and a code from your authenticator app.',
  withoutScript: 'Passkeys need JavaScript on this page, and a browser that supports them.',
  code: 'Code from your authenticator app',
  failedInBrowser: 'Your browser or device didn’t use a passkey. Try again.',
  wasAdded: 'Added {name}. You can sign in with it now.',
  wasRemoved: 'Removed {name}. It can’t sign you in any more.',
  refusals: {
    code: 'This isn’t the current code, or there were too many attempts.',
    failed: 'The passkey wasn’t added. Reload the page and try again.',
    limit: 'You have the maximum number of passkeys. Remove one first.',
  },
} as const;
