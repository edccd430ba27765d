/** The console's sign-in, and the enrolment of an operator by a link. */
export const entranceTexts = {
  signIn: 'Sign in',
  name: 'Name',
  password: 'Password',
  codeOfApp: 'Code of your authenticator app',
  refused: 'Name, password or code is wrong, or there were too many tries.',
  enrol: 'Enrol',
  welcome: 'Welcome, {name}',
  enrolment:
    'Put this into an authenticator app, choose a password of at least {shortest} characters, and give the code that the app shows.',
  qrCode: 'QR code',
  orType: 'Or type',
  code: 'Code',
  wrong: {
    short: 'A password has at least {shortest} characters.',
    long: 'A password has at most {longest} characters.',
    common: 'This password is too easy to guess.',
    code: 'This is not the present code.',
  },
  linkOver: 'This link is over',
  linkOverExplanation: 'It works once and for a day. Ask for a new one.',
  toOperatorConsole: 'To the console',
  enrolled: 'You are enrolled',
  enrolledExplanation: 'Sign in with the next code.',
} as const;
