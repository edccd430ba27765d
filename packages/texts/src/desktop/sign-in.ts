/** The app before the sign-in. */
export const introTexts = {
  explanation: 'Comet sends all traffic from this computer through a tunnel, to a location you choose.',
  signIn: 'Sign in',
  createAccount: 'Create an account',
  letOut: 'Disconnect and unblock internet',
} as const;

/** The sign-in methods, and the sign-in by password. */
export const signInTexts = {
  title: 'Sign in',
  byPassword: 'Email and password',
  byCode: 'Code on your phone or in your browser',
  byCodeHint: 'Use a device where you’re already signed in. No typing needed.',
  passwordTitle: 'Sign in with your password',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgot your password?',
  social: 'Or in your browser',
  newHere: 'New to Comet?',
  createAccount: 'Create an account',
  factorTitle: 'Enter your code',
  factorExplanation: 'Enter the six digits your authenticator app shows for Comet VPN.',
  recoveryTitle: 'Enter a recovery code',
  recoveryExplanation: 'One of the ten codes you saved. Each works once.',
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
  explanationCode: 'Scan this with a phone that’s signed in, or open the page in a browser on this computer.',
  explanationBrowser: 'The page is open in your browser. Approve this computer there, then come back.',
  code: 'Code',
  codeHint: 'Only approve if the page shows this code.',
  qrCode: 'QR code of the page where you approve this computer',
  open: 'Open in browser',
  openAgain: 'Open the page again',
  asking: 'Getting a code',
  waiting: 'Waiting for your approval',
  notOpened: 'Couldn’t open your browser. Go to {address} and enter the code there.',
  newCode: 'Get a new code',
} as const;
