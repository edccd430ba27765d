/** The devices of the account. */
export const devicesTexts = {
  screen: 'Devices',
  headlineNone: 'No devices yet',
  headline: { one: '1\u00a0device', other: '{count} devices' },
  files: { one: '1 config', other: '{count} configs' },
  explanation: 'Up to {limit} at a time, configs included. A removed device stops working immediately.',
  emptyExplanation: 'Devices appear here when they sign in. You can have up to {limit}.',
  /** Where the operator publishes no app. */
  emptyWithoutApp: 'Create a config to connect a device, and it’s listed here. You can have up to {limit}.',
  apps: 'With the Comet app',
  configs: 'With a config',
  added: 'Comet app\u00a0· {platform}\u00a0· added {date}',
  /** Its session has ended, by a new password for instance. */
  signedOut: 'Signed out. It can stay connected for up to a day; remove the device to disconnect it now.',
  fileAdded: 'WireGuard config\u00a0· {place}\u00a0· added {date}',
  manageFile: 'Manage',
  manageFileOf: 'Manage {name} on the download page',
  remove: 'Remove',
  removeOf: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeExplanation: 'It’s disconnected within seconds and has to sign in again to come back.',
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
  explanation: 'Enter the eight-letter code shown on your device.',
  code: 'Code',
  whereHeadline: 'Where’s the code?',
  whereApp: 'In the Comet app: select Sign in, then Code on your phone or in your browser.',
  whereTerminal: 'In a terminal: run',
  noCodeHeadline: 'No code on your device?',
  noCodeExplanation: 'Phones, computers, routers and TVs connect with a config. They need no code.',
  noCodeAction: 'Get a config',
  codeFormat: 'Enter eight letters, like BCDF-GHJK',
  continue: 'Continue',
  askHeadline: 'Let {name} sign in?',
  askTitle: 'Did you start this yourself?',
  askExplanation:
    'Approve only if you just started this and your device shows {code}. Nobody from Comet will ever ask you to enter a code.',
  askElsewhere:
    'The request comes from a different network than this browser, which can happen when one of them is on mobile data. Deny it unless your device shows {code}. Nobody from Comet will ever ask you to enter a code.',
  device: 'Device',
  deviceNamed: '{name}, {platform}',
  place: 'Network',
  places: {
    same: 'Same network as this browser',
    other: 'Different network from this browser',
    unknown: 'Network unknown',
  },
  time: 'Requested',
  userCode: 'Code',
  approve: 'Approve',
  refuse: 'Deny',
  otherCode: 'Use another code',
  loading: 'Looking for the device',
  approvedHeadline: '{name} is approved',
  approved: 'It will sign in within a few seconds. You can close this page.',
  signedInHeadline: '{name} is signed in',
  signedIn: 'It continues automatically. You can close this page.',
  withdrawnHeadline: '{name} can no longer sign in with this code',
  withdrawn: 'The approval was withdrawn or expired before the device used it. Start again on the device.',
  refusedHeadline: 'Request denied',
  refused: 'This code can’t be used again.',
  toDevices: 'See devices',
  toSessions: 'See sessions',
} as const;

/** The two commands to connect for the first time. */
export const connectTexts = {
  headline: 'Connect a device',
  logIn: 'Get a code and approve it here',
  connect: 'All traffic now goes through Comet',
  enterCode: 'Enter code',
  others: 'Phone, router',
  file: 'Connect with a WireGuard or OpenVPN config',
  getFile: 'Get a config',
} as const;
