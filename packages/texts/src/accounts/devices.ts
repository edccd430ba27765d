/** The machines of the account. */
export const devicesTexts = {
  screen: 'Devices',
  headlineNone: 'No devices yet',
  headline: { one: '1 device', other: '{count} devices' },
  files: { one: '1 file', other: '{count} files' },
  explanation: 'Up to {limit} at a time, files included. A removed device stops working at once.',
  emptyExplanation: 'A machine joins this list when it signs in. Up to {limit} fit.',
  addDevice: 'Add a device',
  added: '{platform}, since {date}',
  /** Its session has ended, by a new password for instance. */
  signedOut: 'Signed out. Its tunnel can run for up to a day; remove the device to stop it now.',
  fileAdded: 'WireGuard file for {place}, since {date}',
  manageFile: 'Manage',
  manageFileOf: 'Manage {name} on the download page',
  remove: 'Remove',
  removeOf: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeExplanation: 'Its tunnel stops within seconds, and it has to sign in again to come back.',
  removeConfirm: 'Remove device',
  keep: 'Keep it',
  removed: '{name} was removed.',
} as const;

export const platformNames = {
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  ios: 'iOS',
  android: 'Android',
  router: 'Router',
  other: 'Other system',
} as const;

/** Approving a device that waits with a code (RFC 8628). */
export const quickLoginTexts = {
  screen: 'Quick login',
  headline: 'Enter the code',
  explanation: 'The machine that wants to sign in shows eight letters.',
  code: 'Code',
  codeFormat: 'A code has eight letters, like BCDF-GHJK',
  continue: 'Continue',
  askHeadline: 'Let {name} sign in?',
  askTitle: 'Did you start this yourself?',
  askExplanation:
    'Approve only if you did, just now, and the machine in front of you shows {code}. Nobody from Comet ever asks you to enter a code.',
  askElsewhere:
    'It asks from another network than this browser, as it may when one of the two is on mobile data. Refuse, unless a machine of yours shows {code}. Nobody from Comet ever asks you to enter a code.',
  device: 'Device',
  deviceNamed: '{name}, {platform}',
  place: 'Place',
  places: {
    same: 'The same network as this browser',
    other: 'Another network than this browser',
    unknown: 'It cannot be told whether it is the network of this browser',
  },
  time: 'Asked',
  userCode: 'Code',
  approve: 'Approve',
  refuse: 'Refuse',
  otherCode: 'Another code',
  loading: 'Looking for the device',
  approvedHeadline: '{name} is approved',
  approved: 'It signs in within a few seconds. You can close this page.',
  signedInHeadline: '{name} is signed in',
  signedIn: 'It continues by itself. You can close this page.',
  withdrawnHeadline: '{name} can no longer sign in with this code',
  withdrawn: 'The approval was withdrawn, or ran out before the device used it. Start again on the device.',
  refusedHeadline: 'Refused',
  refused: 'The device was told no and cannot use this code again.',
  toDevices: 'See devices',
  toSessions: 'See sessions',
} as const;

/** The two commands between a plan and a tunnel. */
export const connectTexts = {
  headline: 'Connect a machine',
  logIn: 'Shows a code, which you approve here',
  connect: 'All traffic now leaves through Comet',
  enterCode: 'Enter code',
  others: 'Phone, router',
  file: 'Connects with a file for WireGuard or OpenVPN',
  getFile: 'Get a file',
} as const;
