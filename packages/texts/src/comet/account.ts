/** The sentences about the account, and about signing in and out. */
export const accountTexts = {
  account: 'Signed in as {email} on “{device}”.',
  signedIn: 'Signed in as {email}.',
  signedOut: 'Signed out. This machine has forgotten the account, its key and its tickets.',
  signOutUntold:
    'The service does not know of the sign-out yet: it did not answer. It is told as soon as it does; until then this machine keeps its place among your devices.',
  notSignedIn: 'Not signed in.',
  emailUnverified: 'The email address is not confirmed yet. Follow the link in the mail we sent you.',
  noSubscription: 'No active subscription. Choose a plan in the dashboard.',
  subscription: 'Subscription {state}, until {until}.',
  planOfOneMonth: 'Plan of 1 month.',
  plan: 'Plan of {months} months.',
  renews: 'It renews by itself on {day}.',
  ends: 'Nothing more is charged; Comet connects until {day}.',
  inactive: 'Comet does not connect without a plan. Choose one in the dashboard.',
  boughtInAppStore: 'It was bought in the App Store, and is changed there.',
  boughtInPlayStore: 'It was bought in Google Play, and is changed there.',
  password: 'Password: ',
  noPassword: 'No password was given.',
  secondFactor: 'Code from your authenticator app, or a recovery code: ',
  noSecondFactor: 'No code was given.',
  approve:
    'Open {uri} and approve the code {code}\nIt holds until {until}. Approve only what you started yourself.',
  orScan: 'Or scan this:',
  loginCancelled: 'Cancelled. You are not signed in.',
  waiting: 'Waiting for approval',
} as const;

/** What the states of a subscription are called within a sentence. */
export const subscriptionStates = {
  trialing: 'in trial',
  active: 'active',
  past_due: 'past due',
  cancelled: 'cancelled',
  refunded: 'refunded',
  expired: 'expired',
} as const;

/** The sentences of `comet check`, `comet report` and `comet update`. */
export const diagnosisTexts = {
  checking: 'Asking outside',
  seenAs: '{family}: seen as {address}',
  notSeen: '{family}: nothing comes through',
  askedBy: 'Names: asked by {askers}',
  protected: 'Protected: nobody outside sees an address of this machine.',
  leaking: 'NOT protected: this machine is seen although the tunnel is up. Send us a report: `comet report`.',
  unprotected: 'Not connected: this is how everybody sees this machine.',
  split: 'Split tunnelling sends all but what is named outside, so this says nothing about the tunnel.',
  unknown: 'Nobody outside answers, so nothing can be said.',
  leakIpv4: 'IPv4 leaves this machine outside of the tunnel.',
  leakIpv6: 'IPv6 leaves this machine outside of the tunnel.',
  leakDns: 'Questions for names leave this machine outside of the tunnel.',
  reported:
    'The report is in {path}. Read it before you send it: names, addresses and keys are taken out of it.',
  reportUnwritable: 'The report could not be written: {why}',
  newest: 'Comet {version} is the newest version.',
  newer: 'Comet {version} is there; this is {installed}.',
  fetching: 'Asking for a newer version',
  fetched:
    'It has been fetched and verified: {path}\nInstall it with `sudo /usr/lib/comet/install-update`. Traffic stays held to the tunnel meanwhile.',
} as const;
