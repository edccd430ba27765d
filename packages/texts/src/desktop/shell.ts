/** The sentences of the tray. */
export const trayTexts = {
  away: 'The Comet service does not run',
  connected: 'Connected to {place}',
  fallback: {
    postQuantum: '{way} instead of {better}, without post-quantum keys',
    plain: '{way} instead of {better}',
  },
  show: 'Open Comet',
  quit: 'Quit',
} as const;

/** Notifications of the system while the window is hidden. */
export const noticeTexts = {
  connected: 'Traffic leaves in {city}, {country}.',
  ended: 'The tunnel has ended. Traffic leaves this computer unprotected.',
} as const;

/** The sentences of the app's end. */
export const leavingTexts = {
  title: 'Quit Comet?',
  explanation: 'The tunnel does not need the app. It can go on without it, or end with it.',
  explanationLocked:
    'The tunnel does not need the app. It can go on without it, or end with it; lockdown is on, so nothing leaves this computer then.',
  explanationHeld: 'Traffic is held back, and stays so without the app unless you let it out.',
  explanationHeldLocked: 'Traffic is held back. Lockdown is on, so it stays so without the app.',
  explanationPlain: 'Quitting the app changes nothing about your traffic.',
  keep: 'Quit and stay protected',
  keepHeld: 'Quit and keep traffic held back',
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
  noBrowser: 'The browser cannot be opened.',
  tryAgain: 'Try again',
  starting: 'Comet is starting',
  other: 'The Comet service is of another version',
  otherWhat: 'The app does not understand what it says of your traffic, so it shows nothing of it.',
  otherNext:
    'That is so while Comet is being updated. Start the app anew; if this stays, install Comet again.',
  startAnew: 'Start the app anew',
  away: 'The Comet service does not run',
  awayWhat: 'The app talks to a service on this computer, and it does not answer.',
  awayNext: 'Start it with “systemctl start cometd”, or restart this computer. The app goes on by itself.',
} as const;
