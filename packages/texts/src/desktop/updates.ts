/** The sentences about a newer version of the app. */
export const updatesTexts = {
  row: 'Version',
  here: 'Comet {version}',
  there: 'Update available: {newest} (you have {version})',
  short: 'Update',
  see: 'See what’s new',
  title: 'Update',
  asking: 'Checking for updates',
  unavailable: 'Couldn’t check for updates: {why}',
  newest: 'Comet {version} is up to date',
  newestWhat:
    'The app checks for updates when you open it, at most once an hour, and sends nothing about you.',
  newer: 'Comet {version} is available',
  present: 'You have {version}. The update is {megabytes} MB.',
  how: 'Comet downloads it and verifies its signature. Your system then asks for an administrator to install it. Your traffic stays protected during the update.',
  install: 'Download and install',
  fetching: 'Downloading and verifying',
  installing: 'Installing',
  restarting: 'Restarting Comet',
  notAllowed: 'The installation wasn’t approved, so nothing was changed.',
  failed: 'Your system couldn’t install it. Run “sudo /usr/lib/comet/install-update” to find out why.',
} as const;

/** The confirmation of a link. */
export const linkTexts = {
  title: 'Connect to {place}?',
  anywhere: 'Connect now?',
  what: 'A link asks to connect. Nothing changes unless you agree.',
  instead: 'A link asks to connect. This ends your connection to {present}.',
  agree: 'Connect',
  refuse: 'Not now',
  unknownTitle: 'Location not found',
  unknown: 'A link asks to connect to “{code}”, which isn’t a Comet location.',
  close: 'Close',
} as const;
