/** Moving an account to another email address. */
export const changeEmailTexts = {
  title: 'Change email',
  explanation: 'Your current email is {email}. We’ll send a link to the new one to confirm the change.',
  email: 'New email',
  submit: 'Send link',
  sentHeadline: 'Check your new email inbox',
  sent: 'We sent a link to {email}. It works once, for 24 hours. Nothing changes until you open it.',
  otherAddress: 'Use another email',
  pending: '{email} isn’t confirmed yet. The link we sent works until {time}.',
  resend: 'Send a new link',
  resent: 'We sent a new link to {email}. The old one no longer works.',
  cancel: 'Cancel change',
  cancelled: 'Change canceled. The link no longer works.',
} as const;

export const confirmEmailChangeTexts = {
  screen: 'Confirm new email',
  working: 'Changing your email address',
  doneHeadline: 'Your email address is changed',
  done: '{email} is now your account email. Use it to sign in from now on.',
  toHome: 'Go to home',
  signIn: 'Sign in',
  failedHeadline: 'Your email address wasn’t changed',
  deadLinkHeadline: 'This link doesn’t work',
  missing: 'The link is incomplete. Open it again from the email, or copy all of it.',
  tryAgain: 'Try again',
  newLink: 'Change email address',
  signInForNew: 'Sign in to get a new link',
  elsewhereHeadline: 'Enter your password',
  elsewhere:
    'You haven’t signed in to this account in this browser yet. Enter its password to change the email address, or sign in here first and open the link again.',
  password: 'Password',
  elsewhereSubmit: 'Change email',
  notMeHeadline: 'Didn’t request this?',
  notMe: 'Close this page. Someone else entered your email address, and they can’t use it without you.',
} as const;
