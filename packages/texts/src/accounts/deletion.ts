/** Deleting the account: before, during and after. */
export const deletionTexts = {
  row: 'Account',
  rowExplanation: 'Removed permanently within 5-7 days.',
  headline: 'Delete your account',
  explanation: 'It is removed permanently within 5-7 days. What that means:',
  plan: 'Plan',
  planNone: 'You have none running.',
  daysForfeited: {
    one: '{count} day is left, until {date}. It is forfeited.',
    other: '{count} days are left, until {date}. They are forfeited.',
  },
  renewal: 'Next payment',
  renewalNone: 'None is due.',
  renewalCancelled: '{amount} on {date} is cancelled. Nothing will be charged any more.',
  renewalElsewhere: 'You bought your plan in {store}. Cancel it there too: we cannot.',
  appStore: 'the App Store',
  playStore: 'Google Play',
  devices: 'Devices',
  devicesNone: 'You have none connected.',
  devicesDisconnected: { one: '{count} device is disconnected.', other: '{count} devices are disconnected.' },
  sessions: 'Sessions',
  sessionsEnded: 'You are signed out everywhere.',
  data: 'Your data',
  dataRemoved: 'Removed for good. You may want a copy first.',
  undo: 'Undo',
  undoUntil: 'For 5 days, by writing to support.',
  open: 'Delete account',
  keep: 'Keep account',
  keepIt: 'Keep it',
  dialogTitle: 'Delete your account?',
  dialogExplanation: 'It is removed permanently within 5-7 days.',
  dialogForfeit: {
    one: 'It is removed permanently within 5-7 days. {count} remaining day is forfeited.',
    other: 'It is removed permanently within 5-7 days. {count} remaining days are forfeited.',
  },
  submit: 'Delete account',
} as const;

/** The page after the deletion of an account. */
export const accountDeletedTexts = {
  screen: 'Account deleted',
  headline: 'Your account is deleted',
  explanation:
    'You are signed out everywhere, your devices are disconnected, and nothing will be charged any more.',
  undo: 'Undo',
  undoUntil: 'Until {date}: reply to the mail about the deletion, and support recovers the account.',
  undoSoon: 'For 5 days: reply to the mail about the deletion, and support recovers the account.',
  removal: 'Removal',
  removalBy: 'Everything is removed permanently by {date}.',
  removalSoon: 'Everything is removed permanently within 5-7 days.',
  address: 'Your address',
  addressFree: 'It is free at once: a new account can have it.',
  createAccount: 'Create a new account',
} as const;

/** The export of all personal data as a file. */
export const exportTexts = {
  row: 'Export',
  rowExplanation: 'Everything we hold about you, in one archive.',
  open: 'Export',
  title: 'Export your data',
  explanation:
    'A ZIP file with your account, sessions, devices, orders and payments, and a page that says what is in it. Secrets and hashes are left out.',
  submit: 'Save the archive',
  cancel: 'Cancel',
  saved: 'Your archive is saved as {name}.',
} as const;

/** Reauthentication. */
export const proofTexts = {
  password: 'Your password',
  factor: 'Two-factor code',
  factorHint: 'From your authenticator app. A recovery code will do as well.',
  sixDigits: 'A code has six digits',
} as const;
