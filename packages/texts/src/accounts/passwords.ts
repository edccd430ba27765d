export const resetPasswordTexts = {
  screen: 'New password',
  checking: 'Checking your link',
  headline: 'Choose a new password',
  explanation: 'All sessions of the account end. You sign in again with the new password.',
  submit: 'Set password',
  doneHeadline: 'Your password is changed',
  done: 'All sessions have ended. Sign in with the new password.',
  signIn: 'Sign in',
  failedHeadline: 'This link does not work',
  missing: 'The link is incomplete. Open it again from the mail, or copy all of it.',
  newLink: 'Ask for a new link',
  toSettings: 'Go to settings',
} as const;

export const newPasswordTexts = {
  current: 'Current password',
  password: 'New password',
  hint: 'At least 8 characters. A sentence is better than a puzzle.',
  again: 'New password again',
  /** What the field is called within a sentence. */
  named: 'new password',
} as const;

export const changePasswordTexts = {
  row: 'Password',
  rowSet: 'Set. Only you know it.',
  rowNone: 'None. You sign in with a provider or a passkey.',
  change: 'Change password',
  set: 'Set a password',
  explanation: 'This session stays. All others end, and a mail tells you about it.',
  submit: 'Change password',
  submitFirst: 'Set password',
  changed: 'Your password was changed. All other sessions have ended.',
} as const;

/** For accounts without a password. */
export const signInAgainTexts = {
  title: 'Sign in again to do this',
  explanation:
    'Your account has no password that could be asked for. Sign in with your provider or a passkey, and you have ten minutes for it.',
  action: 'Sign in again',
} as const;
