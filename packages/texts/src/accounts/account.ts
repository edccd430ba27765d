export const verifyEmailTexts = {
  screen: 'Confirm email',
  working: 'Confirming your email address',
  doneHeadline: 'Your email address is confirmed',
  done: 'Thanks, {email} is confirmed. You can choose a plan and connect.',
  alreadyHeadline: 'Your email address is already confirmed',
  already: 'You’re signed in as {email}. There’s nothing else to do.',
  choosePlan: 'Choose a plan',
  toHome: 'Go to home',
  signIn: 'Sign in',
  failedHeadline: 'This link doesn’t work',
  missing: 'The link is incomplete. Open it again from the email, or copy all of it.',
  elsewhereHeadline: 'Enter your password',
  elsewhere:
    'You haven’t signed in to this account in this browser yet. Enter its password to confirm your email address and sign in here.',
  password: 'Password',
  elsewhereSubmit: 'Confirm email',
  forgot: 'Choose a new password',
  notMeHeadline: 'Didn’t sign up?',
  notMe:
    'Someone else entered your email address. They can’t buy a plan or connect with it unless you confirm it.',
  disown: 'Remove that account',
  disownedHeadline: 'Account removed',
  disowned: 'All of its data is gone. There’s nothing else you need to do.',
} as const;

/** A link that signs in, from the app or an email, opened in a browser that is signed in. */
export const signInLinkTexts = {
  signedIn: 'You’re signed in as {email}.',
  failed: 'This sign-in link no longer works. You’re still signed in as before.',
} as const;

/** A link of another account was opened in a browser that is signed in. */
export const switchAccountTexts = {
  screen: 'Switch account',
  headline: 'Switch to another account?',
  explanation:
    'You’re signed in as {present}, but the link you opened is for {offered}. Only one account can be signed in here.',
  switch: 'Switch account',
  stay: 'Stay signed in',
} as const;

/** A new link in place of one that does not work, requested without signing in. */
export const newLinkTexts = {
  email: 'Email',
  hint: 'The email address of your account',
  submit: 'Send a new link',
  sentHeadline: 'Check your email',
  sent: {
    verify: 'If {email} has an account that isn’t confirmed yet, a new link is on its way.',
    reset: 'If {email} has an account, a new link is on its way.',
  },
  otherAddress: 'Use another email',
  resend: 'Send a new link',
  resent: 'We sent you a new link.',
} as const;
