/** Deleting the account: before, during and after. */
export const deletionTexts = {
  row: 'Account',
  rowExplanation: 'Removed permanently within 5-7\u00a0days.',
  headline: 'Delete your account',
  explanation: 'Your account will be removed permanently within 5-7\u00a0days. Here’s what happens:',
  plan: 'Plan',
  planNone: 'No active plan.',
  daysForfeited: {
    one: '{count} day left, until {date}. You’ll lose it.',
    other: '{count} days left, until {date}. You’ll lose them.',
  },
  renewal: 'Next payment',
  renewalNone: 'None due.',
  renewalCancelled: '{amount} on {date} is canceled. You won’t be charged again.',
  renewalElsewhere: 'You bought your plan in {store}. Cancel it there too; we can’t do it for you.',
  appStore: 'the App Store',
  playStore: 'Google Play',
  devices: 'Devices',
  devicesNone: 'None connected.',
  devicesDisconnected: {
    one: '{count} device will be disconnected.',
    other: '{count} devices will be disconnected.',
  },
  sessions: 'Sessions',
  sessionsEnded: 'You’ll be signed out everywhere.',
  data: 'Your data',
  dataRemoved: 'Removed for good. You may want a copy first.',
  undo: 'Undo',
  undoUntil: 'Contact support within 5\u00a0days.',
  open: 'Delete account',
  keep: 'Keep account',
  keepIt: 'Keep it',
  dialogTitle: 'Delete your account?',
  dialogExplanation: 'It will be removed permanently within 5-7\u00a0days.',
  dialogForfeit: {
    one: 'It will be removed permanently within 5-7 days. You’ll lose your {count} remaining day.',
    other: 'It will be removed permanently within 5-7 days. You’ll lose your {count} remaining days.',
  },
  submit: 'Delete account',
} as const;

/** The page after the deletion of an account. */
export const accountDeletedTexts = {
  screen: 'Account deleted',
  headline: 'Your account is deleted',
  explanation: 'You’re signed out everywhere, your devices are disconnected, and we won’t charge you again.',
  undo: 'Undo',
  undoUntil: 'Until {date}: reply to our email about the deletion, and support will recover your account.',
  undoSoon: 'For 5\u00a0days: reply to our email about the deletion, and support will recover your account.',
  removal: 'Removal',
  removalBy: 'Everything is removed permanently by {date}.',
  removalSoon: 'Everything is removed permanently within 5-7\u00a0days.',
  address: 'Your email',
  addressFree: 'You can use it for a new account right away.',
  createAccount: 'Create a new account',
} as const;

/** The export of all personal data as a file. */
export const exportTexts = {
  row: 'Export',
  rowExplanation: 'Everything we have about you, in one archive.',
  open: 'Export',
  title: 'Export your data',
  explanation:
    'A ZIP file with your account, sessions, devices, orders and payments, plus a page that explains what’s in it. Secrets and hashes are left out.',
  submit: 'Save archive',
  cancel: 'Cancel',
  saved: 'Archive saved as {name}.',
} as const;

/** Reauthentication. */
export const proofTexts = {
  password: 'Your password',
  factor: 'Two-factor code',
  factorHint: 'From your authenticator app. A recovery code works too.',
  sixDigits: 'Enter all six digits',
} as const;
