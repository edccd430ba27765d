/** Moving an account to another email address. */
export const changeEmailTexts = {
  title: 'Change email',
  explanation:
    'Now it is {email}. The new address takes its place when you follow the link that we send there.',
  email: 'New email',
  submit: 'Send the link',
  sentHeadline: 'Look into the new mailbox',
  sent: 'A mail to {email} is on its way. Its link works once, for 24 hours. Until you follow it, nothing changes.',
  otherAddress: 'Another address',
  pending: '{email} is not confirmed yet. The link in the mail works until {time}.',
  resend: 'Resend link',
  resent: 'A new link is on its way to {email}. The earlier one no longer works.',
  cancel: 'Cancel change',
  cancelled: 'The change is cancelled. The link no longer works.',
} as const;

export const confirmEmailChangeTexts = {
  screen: 'Confirm new email',
  working: 'Changing your email address',
  doneHeadline: 'Your email address is changed',
  done: '{email} is the address of your account now. You sign in with it from here on.',
  toHome: 'Go to home',
  signIn: 'Sign in',
  failedHeadline: 'Your email address is not changed',
  deadLinkHeadline: 'This link does not work',
  missing: 'The link is incomplete. Open it again from the mail, or copy all of it.',
  tryAgain: 'Try again',
  newLink: 'Ask for a new link',
  elsewhereHeadline: 'Enter your password',
  elsewhere:
    'This browser has not signed in to the account yet. With its password the address is changed; or sign in here first, and open the link again.',
  password: 'Password',
  elsewhereSubmit: 'Change address',
  notMeHeadline: 'You did not ask for this?',
  notMe: 'Close this page. Somebody else entered your address, and has no use of it without you.',
} as const;
