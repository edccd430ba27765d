/** The sentences of the tray. */
export const trayTexts = {
  away: 'Comet’s background service isn’t running',
  connected: 'Connected to {place}',
  fallback: {
    postQuantum: '{way} instead of {better}, without quantum-resistant encryption',
    plain: '{way} instead of {better}',
  },
  show: 'Open Comet',
  quit: 'Quit',
} as const;

/** Notifications of the system while the window is hidden. */
export const noticeTexts = {
  connected: 'You’re browsing from {city}, {country}.',
  ended: 'The tunnel has ended. Your traffic is unprotected.',
} as const;

/** The confirmation before the app quits. */
export const quitTexts = {
  title: 'Quit Comet?',
  explanation: 'You can stay connected without the app, or disconnect.',
  explanationLocked:
    'You can stay connected without the app, or disconnect. Lockdown is on, so disconnecting blocks your traffic.',
  explanationHeld: 'Your traffic is blocked, and stays blocked without the app unless you unblock it.',
  explanationHeldLocked: 'Your traffic is blocked. Lockdown is on, so it stays blocked without the app.',
  explanationPlain: 'Quitting the app doesn’t change anything about your traffic.',
  keep: 'Quit and stay protected',
  keepHeld: 'Quit and keep traffic blocked',
  disconnect: 'Disconnect and quit',
  quit: 'Quit',
  stay: 'Cancel',
} as const;

/** The sentences around every screen of the app. */
export const shellTexts = {
  name: 'Comet',
  notifications: 'Notifications',
  close: 'Close',
  settings: 'Settings',
  back: 'Back',
  noBrowser: 'Couldn’t open your browser.',
  tryAgain: 'Try again',
  starting: 'Comet is starting',
  other: 'Comet needs a restart',
  otherWhat: 'The app and its background service are on different versions.',
  otherNext: 'This can happen during an update. Restart Comet; if that doesn’t help, reinstall it.',
  startAnew: 'Restart Comet',
  denied: 'Allow your user to use Comet',
  deniedWhat: 'Comet’s background service is running, but your user isn’t allowed to use it yet.',
  deniedNext: 'Run this command in a terminal, then sign out of your desktop and back in.',
  deniedLabel: 'Command',
  deniedCommand: 'sudo usermod -aG comet $USER',
  away: 'Comet’s background service isn’t running',
  awayWhat: 'The app needs this service, and it isn’t responding.',
  awayNext: 'Start it with “systemctl start cometd”, or restart this computer. The app will reconnect.',
} as const;
