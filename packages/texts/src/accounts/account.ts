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

/** A link that signs in, from the app or a mail, opened in a browser that is signed in. */
export const signInLinkTexts = {
  failed: 'The sign-in link does not work any more. You are still signed in as before.',
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
