/** The second factor that a sign-in still requires. */
export const twoFactorGateTexts = {
  screen: 'Two-factor',
  headline: 'Enter your code',
  explanation: 'Open your authenticator app and enter the six-digit code for Comet VPN.',
  recoveryHeadline: 'Enter a recovery code',
  recoveryExplanation: 'Use one of the ten you saved when you turned on two-factor. Each works once.',
  remember: 'Remember this browser',
  rememberHint: 'No code needed here for 30\u00a0days. Leave it off on a shared device.',
  submit: 'Continue',
  logOut: 'Log out',
  asideHeadline: 'Lost your phone?',
  asideExplanation: 'Use a recovery code instead.',
  recoveryAsideHeadline: 'Found your phone?',
  recoveryAsideExplanation: 'Use a code from the app and keep your recovery codes.',
} as const;

/** Entering a code, for any purpose. */
export const secondFactorTexts = {
  code: 'Six-digit code',
  digit: 'Digit {place} of {count}',
  recoveryCode: 'Recovery code',
  useRecoveryCode: 'Use a recovery code',
  useCode: 'Use a code from the app',
} as const;

export const twoFactorTexts = {
  row: 'Two-factor',
  rowOff: 'Off',
  rowActivating: 'Waiting for you to open the link we emailed',
  rowOn: 'On since {date}',
  setUp: 'Set up',
  goOn: 'Continue',
  manage: 'Manage',

  offHeadline: 'Two-factor is off',
  offExplanation: 'Adds a code from your phone to every sign-in, so a leaked password isn’t enough.',
  offNeeds: 'You need an authenticator app: any that scans QR codes and shows six-digit codes will do.',
  begin: 'Set up two-factor',

  steps: 'Setting up two-factor',
  stepApp: 'App',
  stepCodes: 'Codes',
  stepMail: 'Email',
  scanHeadline: 'Scan this with your app',
  scanExplanation: 'Then enter the six-digit code it shows.',
  qrCode: 'QR code for your authenticator app',
  byHand: 'Or type this key into the app',
  copyKey: 'Copy key',
  openInApp: 'Open in an app on this device',
  keyCopied: 'Key copied.',
  check: 'Check code',
  stop: 'Cancel',

  activateHeadline: 'Open the link in your email',
  activateExplanation: 'We sent it to {email}. After you confirm there, signing in requires a code.',
  resend: 'Send a new link',
  resent: 'We sent a new link to {email}.',
  beginAnew: 'Start over',

  onHeadline: 'Two-factor is on',
  onExplanation: 'Signing in requires a code from your authenticator app.',
  app: 'Authenticator app',
  appSince: 'Since {date}',
  turnOff: 'Turn off',
  recoveryCodes: 'Recovery codes',
  recoveryCodesLeft: '{count} of 10 left',
  newCodes: 'Generate new codes',

  offTitle: 'Turn two-factor off?',
  offTitleExplanation: 'You’ll sign in with just your password. Your recovery codes will stop working.',
  keepOn: 'Keep it on',
  turnedOff: 'Two-factor is off.',
  newCodesTitle: 'Generate new recovery codes?',
  newCodesExplanation: 'The old ones stop working immediately.',
  makeCodes: 'Generate codes',
  cancel: 'Cancel',
} as const;

export const recoveryCodesTexts = {
  headline: 'Save your recovery codes',
  explanation:
    'Each one signs you in once if you can’t use your app. They’re shown only now: print them, or save them in your password manager.',
  list: 'Recovery codes',
  copy: 'Copy',
  copied: 'Recovery codes copied.',
  download: 'Download',
  fileName: 'comet-recovery-codes.txt',
  fileHeading: 'Comet VPN recovery codes for {email}. Each works once.',
  kept: 'I’ve saved them',
} as const;

/** Where the link of the activation email leads. */
export const confirmTwoFactorTexts = {
  screen: 'Turn on two-factor',
  askHeadline: 'Turn on two-factor?',
  ask: 'Signing in will require a code from your authenticator app. If you didn’t set this up, close this page and change your password.',
  turnOn: 'Turn on two-factor',
  doneHeadline: 'Two-factor is on',
  done: 'From now on, signing in as {email} requires a code from your authenticator app.',
  toSettings: 'See two-factor',
  signIn: 'Sign in',
  failedHeadline: 'This link doesn’t work',
  missing: 'The link is incomplete. Open it again from the email, or copy all of it.',
  signInForNew: 'Sign in to get a new link',
} as const;
