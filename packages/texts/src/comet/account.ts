/** The sentences about the account, and about signing in and out. */
export const accountTexts = {
  account: 'Signed in as {email} on “{device}”.',
  signedIn: 'Signed in as {email}.',
  signedOut: 'Signed out. The account, its key and its tickets were removed from this computer.',
  signOutUntold:
    'We couldn’t reach our servers to sign out this device, so it’s still in your device list. Comet keeps retrying.',
  notSignedIn: 'Not signed in.',
  emailUnverified: 'Your email address isn’t confirmed yet. Follow the link in the email we sent you.',
  noPlan: 'No active plan. Choose a plan in the dashboard.',
  planState: 'Plan: {state} (period end: {until}).',
  lengthOfOneMonth: 'Length: 1 month.',
  length: 'Length: {months} months.',
  renews: 'Renews automatically on {day}.',
  ends: 'You won’t be charged again. You can connect until {day}.',
  inactive: 'You need a plan to connect. Choose one in the dashboard.',
  boughtInAppStore: 'Bought in the App Store. Change or cancel it there.',
  boughtInPlayStore: 'Bought in Google Play. Change or cancel it there.',
  password: 'Password: ',
  noPassword: 'No password was entered.',
  secondFactor: 'Code from your authenticator app, or a recovery code: ',
  noSecondFactor: 'No code was entered.',
  approve:
    'Open {uri} and approve the code {code}\nIt expires at {until}. Only approve a sign-in you started yourself.',
  orScan: 'Or scan this:',
  loginCancelled: 'Canceled. You’re not signed in.',
  waiting: 'Waiting for approval',
} as const;

/** The sentences of `comet devices`. */
export const devicesTexts = {
  added: '{platform}, added {day}',
  thisDevice: 'this device',
  signedOut: 'signed out',
  taken: '{taken} of {limit} devices, configs included.',
  removed: 'Removed “{name}”. It’s disconnected within seconds and has to sign in again to come back.',
  unknown: 'There’s no device “{name}” in your account. `comet devices` lists your devices.',
  several: 'Several devices are named “{name}”. Remove one by its id: {commands}.',
  command: '`comet devices remove {id}`',
} as const;

/** The states of a subscription within a sentence. */
export const subscriptionStates = {
  trialing: 'in trial',
  active: 'active',
  past_due: 'past due',
  cancelled: 'canceled',
  refunded: 'refunded',
  expired: 'expired',
} as const;

/** The sentences of `comet check`, `comet report` and `comet update`. */
export const diagnosisTexts = {
  checking: 'Checking',
  seenAs: '{family}: seen as {address}',
  notSeen: '{family}: no connection',
  askedBy: 'DNS servers: {askers}',
  protected: 'Protected: no one on the internet can see this computer’s IP address.',
  leaking:
    'NOT protected: this computer can be seen even though the tunnel is up. Send us a report: `comet report`.',
  unprotected: 'Not connected: this is how everyone on the internet sees this computer.',
  split:
    'Inconclusive: split tunneling sends most traffic outside the tunnel, so this check says nothing about the tunnel.',
  unknown: 'No response from the test server. Try again in a moment.',
  leakIpv4: 'IPv4 leaks outside the tunnel.',
  leakIpv6: 'IPv6 leaks outside the tunnel.',
  leakDns: 'DNS queries leak outside the tunnel.',
  reported:
    'Report saved to {path}. Names, domains, IP and email addresses and keys were removed; read it before you send it.',
  reportParts: 'The report has {count} parts, {size} kB. This is exactly what support gets:',
  reportPart: '{name}: {size} bytes',
  reportQuestion: 'Send it to Comet support? [y/N] ',
  reportNotSent: 'Nothing was sent.',
  reportSent: 'Sent to support. Your ticket number is {number}.',
  reportOldDaemon:
    'This version of cometd can’t send reports. Restart it after the update, or send the file.',
  reportUnwritable: 'Couldn’t write the report: {why}',
  newest: 'Comet {version} is up to date.',
  newer: 'Update available: {version} (you have {installed})',
  fetching: 'Checking for updates',
  fetched:
    'Downloaded and verified: {path}\nInstall it with `sudo /usr/lib/comet/install-update`. Your traffic stays protected during the update.',
} as const;
