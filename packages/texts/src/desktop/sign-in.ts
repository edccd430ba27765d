/** The app before the sign-in. */
export const introTexts = {
  explanation:
    'Comet carries everything that leaves this computer through a tunnel, to a place that you choose.',
  signIn: 'Sign in',
  createAccount: 'Create an account',
  letOut: 'Let traffic out unprotected',
} as const;

/** The sign-in methods, and the sign-in by password. */
export const signInTexts = {
  title: 'Sign in',
  byPassword: 'Email and password',
  byCode: 'Code on your phone or in your browser',
  byCodeHint: 'Where you are signed in already. Nothing is typed here.',
  passwordTitle: 'Sign in with your password',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgot your password?',
  social: 'Or in your browser',
  newHere: 'New to Comet?',
  createAccount: 'Create an account',
  factorTitle: 'Enter your code',
  factorExplanation: 'Your authenticator app shows six digits for Comet VPN.',
  recoveryTitle: 'Enter a recovery code',
  recoveryExplanation: 'One of the ten that you kept. Each works once.',
  continue: 'Continue',
  tookTooLong: 'That took too long. Enter your password again.',
} as const;

/** A sign-in that is approved in a browser. */
export const browserLoginTexts = {
  titles: {
    code: 'Approve this computer',
    register: 'Create your account in the browser',
    'social-google': 'Continue with Google in the browser',
    'social-apple': 'Continue with Apple in the browser',
    'social-facebook': 'Continue with Facebook in the browser',
  },
  explanationCode:
    'Scan this with a phone that is signed in, or open the page in the browser of this computer.',
  explanationBrowser: 'Your browser shows the page. Come back once you have approved this computer there.',
  code: 'Code',
  codeHint: 'Approve only if the page shows this code.',
  qrCode: 'QR code of the page where you approve this computer',
  open: 'Open in the browser',
  openAgain: 'Open the page again',
  asking: 'Asking for a code',
  waiting: 'Waiting for your approval',
  notOpened: 'The browser cannot be opened. Open {address} yourself and enter the code there.',
  newCode: 'Ask for a new code',
} as const;
