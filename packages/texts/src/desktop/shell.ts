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
