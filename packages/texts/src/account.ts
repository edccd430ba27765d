/** Creating an account and signing in. */
export const registerTexts = {
  screen: 'Create account',
  headline: 'Create your account',
  explanation: 'An email address and a password. Nothing else is asked.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters. A sentence is better than a puzzle.',
  submit: 'Create account',
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

export const verifyEmailTexts = {
  screen: 'Confirm email',
  working: 'Confirming your email address',
  doneHeadline: 'Your email address is confirmed',
  done: '{email} now belongs to your account. You can choose a plan and connect.',
  choosePlan: 'Choose a plan',
  toHome: 'Go to home',
  signIn: 'Sign in',
  failedHeadline: 'This link does not work',
  missing: 'The link is incomplete. Open it again from the mail, or copy all of it.',
  signInForNew: 'Sign in to get a new link',
  elsewhereHeadline: 'Enter your password',
  elsewhere:
    'This browser has not signed in to the account yet. With its password your address is confirmed, and you are signed in here.',
  password: 'Password',
  elsewhereSubmit: 'Confirm address',
  forgot: 'Choose a new password',
  notMeHeadline: 'You did not register?',
  notMe: 'Somebody else entered your address, and has no use of it as long as you do not confirm it.',
  disown: 'Remove that account',
  disownedHeadline: 'The account is gone',
  disowned: 'Nothing is left of it. There is nothing else to do.',
} as const;

/** The strip that stays until the address is confirmed. */
export const unverifiedTexts = {
  title: 'Confirm your email address',
  explanation: 'We sent a link to {email}. Follow it to buy a plan and connect.',
  checkout: 'Buying a plan needs a confirmed email address. We sent a link to {email}.',
  first: 'Confirm your email address first.',
  resend: 'Send the link again',
  sent: 'A new link is on its way to {email}.',
} as const;

/** A link of another account was opened in a browser that is signed in. */
export const switchAccountTexts = {
  screen: 'Switch account',
  headline: 'Switch to another account?',
  explanation:
    'You are signed in as {present}. The link that you opened belongs to {offered}. Only one of them can be signed in here.',
  switch: 'Switch account',
  stay: 'Stay signed in',
} as const;
