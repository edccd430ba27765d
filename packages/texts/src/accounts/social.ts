/** Sign-in by a provider. */
export const socialTexts = {
  screen: 'Sign in',
  leaving: 'Taking you to {provider}',
  choose: 'How do you want to sign in?',
  chooseExplanation: 'The provider tells us your email address and nothing else.',
  withPassword: 'Use email and password',
  arriving: 'Signing you in',
  signedIn: 'You are signed in',
  closeWindow: 'Go back to the Comet app. You can close this window.',
  toDashboard: 'Open the dashboard',
  linked: '{provider} is connected',
  linkedExplanation: 'From now on it signs you in to this account, too.',
  toSettings: 'Go to settings',
  notSignedIn: 'You are not signed in',
  notConnected: '{provider} was not connected',
  startAgain: 'Start again with {provider}',
  otherWays: 'Other ways to sign in',
  incomplete: 'The link is incomplete. Open it again from the mail, or copy all of it.',
  confirming: 'Confirming that it is you',
} as const;

/** A user authenticated by a provider who needs a further proof. */
export const confirmIdentityTexts = {
  screen: 'Confirm it is you',
  existsHeadline: 'You have an account already',
  exists:
    '{email} has a Comet account. Show that it is yours, and {provider} signs you in to it from now on.',
  unverifiedHeadline: 'Confirm your email address',
  unverified:
    '{provider} does not tell us whether {email} is yours. Follow a link in your mailbox to confirm it.',
  missingHeadline: 'Which email address is yours?',
  missing: '{provider} did not tell us. We send a link there, to confirm that it reaches you.',
  email: 'Email',
  password: 'Password',
  byPassword: 'Connect and sign in',
  mailInstead: 'Send me a link instead',
  mail: 'Send the link',
  mailedHeadline: 'Look into your mailbox',
  mailed: 'We sent a link to {email}. Open it in this browser. It works once, for an hour.',
  mailAgain: 'Send the link again',
  mailedAgain: 'A new link is on its way to {email}.',
  otherAddress: 'Use another address',
} as const;

/** The rows of the settings. */
export const connectedAccountsTexts = {
  notConnected: 'Not connected',
  noAddress: 'Connected',
  lastUsed: 'Last used on {date}',
  connect: 'Connect',
  connectOf: 'Connect {provider}',
  disconnect: 'Disconnect',
  disconnectOf: 'Disconnect {provider}',
  connectTitle: 'Connect {provider}?',
  connectExplanation: 'Everyone who can sign in to that {provider} account can then sign in to this one.',
  password: 'Your Comet password',
  connectConfirm: 'Go on to {provider}',
  disconnectTitle: 'Disconnect {provider}?',
  disconnectExplanation: 'It no longer signs you in. The other ways stay as they are.',
  disconnectConfirm: 'Disconnect',
  keep: 'Keep it',
  cancel: 'Cancel',
  disconnected: '{provider} is disconnected.',
  none: 'No provider can be connected here.',
  providers: 'Providers',
} as const;
