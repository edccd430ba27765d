/** The second factor that a sign-in still requires. */
export const twoFactorGateTexts = {
  screen: 'Two-factor',
  headline: 'Enter your code',
  explanation: 'Open your authenticator app and enter the six digits that it shows for Comet VPN.',
  recoveryHeadline: 'Enter a recovery code',
  recoveryExplanation: 'One of the ten that you kept when you turned two-factor on. Each works once.',
  remember: 'Remember this browser',
  rememberHint: 'No code for 30 days here. Leave it off on a machine that others use.',
  submit: 'Continue',
  logOut: 'Log out',
  asideHeadline: 'No app at hand?',
  asideExplanation: 'A recovery code opens the door just as well.',
  recoveryAsideHeadline: 'Found the app?',
  recoveryAsideExplanation: 'Its code saves you a recovery code.',
} as const;

/** Entering a code, for any purpose. */
export const secondFactorTexts = {
  code: 'Six-digit code',
  digit: 'Digit {place} of {count}',
  recoveryCode: 'Recovery code',
  useRecoveryCode: 'Use a recovery code',
  useCode: 'Use the app’s code',
} as const;

export const twoFactorTexts = {
  row: 'Two-factor',
  rowOff: 'Off',
  rowActivating: 'Waiting for the link in your mail',
  rowOn: 'On since {date}',
  setUp: 'Set up',
  goOn: 'Go on',
  manage: 'Manage',

  offHeadline: 'Two-factor is off',
  offExplanation:
    'With it on, signing in takes a code from your phone as well. A password that leaked is then not enough.',
  offNeeds: 'You need an authenticator app: any that reads a QR code and shows six digits will do.',
  begin: 'Set up two-factor',

  steps: 'Setting up two-factor',
  stepApp: 'App',
  stepCodes: 'Codes',
  stepMail: 'Mail',
  scanHeadline: 'Scan this with your app',
  scanExplanation: 'Then enter the six digits that the app shows.',
  qrCode: 'QR code for your authenticator app',
  byHand: 'Or type this key into the app',
  copyKey: 'Copy key',
  openInApp: 'Open in an app on this device',
  keyCopied: 'The key was copied.',
  check: 'Check code',
  stop: 'Stop',

  activateHeadline: 'Follow the link in your mail',
  activateExplanation: 'We sent it to {email}. Signing in asks for a code once you have followed it.',
  resend: 'Send the link again',
  resent: 'A new link is on its way to {email}.',
  beginAnew: 'Set up anew',

  onHeadline: 'Two-factor is on',
  onExplanation: 'Signing in asks for a code from your authenticator app.',
  app: 'Authenticator app',
  appSince: 'Since {date}',
  turnOff: 'Turn off',
  recoveryCodes: 'Recovery codes',
  recoveryCodesLeft: '{count} of 10 left',
  newCodes: 'Make new ones',

  offTitle: 'Turn two-factor off?',
  offTitleExplanation: 'Your password alone will sign you in. The recovery codes become void.',
  keepOn: 'Keep it on',
  turnedOff: 'Two-factor is off.',
  newCodesTitle: 'Make new recovery codes?',
  newCodesExplanation: 'The old ones stop working at once.',
  makeCodes: 'Make new codes',
  cancel: 'Cancel',
} as const;

export const recoveryCodesTexts = {
  headline: 'Keep your recovery codes',
  explanation:
    'Each lets you in once when the app is not at hand. They are shown only now: print them, or put them into your password manager.',
  list: 'Recovery codes',
  copy: 'Copy',
  copied: 'The recovery codes were copied.',
  download: 'Download',
  fileName: 'comet-recovery-codes.txt',
  fileHeading: 'Comet VPN recovery codes for {email}. Each works once.',
  kept: 'I have kept them',
} as const;

/** Where the link of the activation mail leads. */
export const confirmTwoFactorTexts = {
  screen: 'Turn on two-factor',
  working: 'Turning on two-factor',
  doneHeadline: 'Two-factor is on',
  done: 'From now on, signing in as {email} asks for a code from your authenticator app.',
  toSettings: 'See two-factor',
  signIn: 'Sign in',
  failedHeadline: 'This link does not work',
  missing: 'The link is incomplete. Open it again from the mail, or copy all of it.',
  signInForNew: 'Sign in to get a new link',
} as const;
