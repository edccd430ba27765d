export const resetPasswordTexts = {
  screen: 'New password',
  checking: 'Checking your link',
  headline: 'Choose a new password',
  explanation: 'You’ll be signed out everywhere. Then sign in with the new password.',
  submit: 'Set password',
  doneHeadline: 'Your password is changed',
  done: 'You’re signed out everywhere. Sign in with the new password.',
  signIn: 'Sign in',
  failedHeadline: 'This link doesn’t work',
  missing: 'The link is incomplete. Open it again from the email, or copy all of it.',
  toSettings: 'Go to settings',
} as const;

export const newPasswordTexts = {
  current: 'Current password',
  password: 'New password',
  hint: 'At least 8 characters. A short phrase works better than random symbols.',
  again: 'Confirm new password',
  /** Name of the field within a sentence. */
  named: 'new password',
} as const;

export const changePasswordTexts = {
  row: 'Password',
  rowSet: 'Set',
  rowNone: 'None. You sign in with a provider or a passkey.',
  change: 'Change password',
  set: 'Set a password',
  explanation:
    'You’ll stay signed in here and be signed out everywhere else. We’ll email you about the change.',
  submit: 'Change password',
  submitFirst: 'Set password',
  changed: 'Password changed. You’re signed out everywhere else.',
} as const;

/** For accounts without a password. */
export const signInAgainTexts = {
  title: 'Sign in again to do this',
  explanation:
    'Your account has no password to confirm this with. Sign in with your provider or a passkey; you then have ten minutes.',
  action: 'Sign in again',
} as const;
