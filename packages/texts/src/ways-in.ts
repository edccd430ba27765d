/** Creating an account. */
export const registerTexts = {
  screen: 'Create account',
  headline: 'Create your account',
  explanation: 'An email address and a password. Nothing else is asked.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters. A sentence is better than a puzzle.',
  submit: 'Create account',
  invited:
    'You came by a friend’s link. If its code is valid, you both get 30 free days when you pay for your first plan.',
  legal: 'With an account you accept our {terms}. What we keep, and for how long, stands under {privacy}.',
  haveAccount: 'Have an account?',
  signIn: 'Sign in',
  asideHeadline: 'What we keep',
  keptEmailTerm: 'Email',
  keptEmail: 'To sign you in, and for receipts',
  keptPasswordTerm: 'Password',
  keptPassword: 'Only its hash, never the word itself',
  keptTrafficTerm: 'Traffic',
  keptTraffic: 'No addresses, no names, no times',
} as const;

/** Signing in. */
export const logInTexts = {
  screen: 'Sign in',
  headline: 'Welcome back',
  explanation: 'Sign in to see your plan and your devices.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgotPassword: 'Forgot password?',
  asideHeadline: 'New here',
  asideExplanation: 'An account takes an email address and a password. You choose a plan afterwards.',
  createAccount: 'Create an account',
} as const;

/** Forgetting a password, and choosing another one. */
export const forgotPasswordTexts = {
  screen: 'Forgot password',
  headline: 'Choose a new password',
  explanation: 'Tell us the address of your account. We send a link there.',
  email: 'Email',
  submit: 'Send the link',
  signIn: 'Back to sign in',
  sentHeadline: 'Look into your mailbox',
  sent: 'If {email} has an account, a link is on its way there.',
  nothingCame: 'Nothing came within a few minutes? Look among the unwanted mail, or try another address.',
  sendAgain: 'Send it again',
  sentAgain: 'If the address has an account, another mail is on its way.',
  otherAddress: 'Another address',
  asideHeadline: 'With the new password',
  linkTerm: 'Link',
  link: 'Works once, for one hour',
  sessionsTerm: 'Sessions',
  sessions: 'All of them end, on every device',
  twoFactorTerm: 'Two-factor',
  twoFactor: 'Stays on, and is asked for as before',
} as const;

/** The names of the providers, as they write them. */
export const providerNames = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
} as const;

export const socialButtonsTexts = {
  legend: 'Or continue with',
  continueWith: 'Continue with {provider}',
} as const;

/** Using a passkey, and what can come between. */
export const usePasskeyTexts = {
  signIn: 'Sign in with a passkey',
  secondFactor: 'Use a passkey',
} as const;

export const passkeyFailureTexts = {
  unsupported: 'This browser does not know passkeys. Use another one, or another way in.',
  cancelledMaking: 'No passkey was made: it was cancelled, or took too long.',
  cancelledUsing: 'No passkey was used: it was cancelled, took too long, or there is none on this device.',
  thereAlready: 'This device keeps a passkey for your account already.',
  address: 'Passkeys do not work at this address. Open the dashboard by its name.',
  noKeeper: 'This device cannot keep a passkey that opens with a finger, face or PIN.',
  device: 'The device that keeps your passkeys did not answer. Try again.',
} as const;
