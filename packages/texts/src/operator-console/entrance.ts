/** The console's sign-in, and the enrolment of an operator by a link. */
export const entranceTexts = {
  signIn: 'Sign in',
  forOperators: 'For operators of Comet. You need an invitation to get in.',
  name: 'Name',
  password: 'Password',
  codeOfApp: 'Code from your authenticator app',
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
