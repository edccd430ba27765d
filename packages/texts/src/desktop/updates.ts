/** The sentences about a newer version of the app. */
export const updatesTexts = {
  row: 'Version',
  here: 'Comet {version}',
  there: 'Comet {newest} is there; this is {version}.',
  short: 'Update',
  see: 'See what is new',
  title: 'Update',
  asking: 'Asking for a newer version',
  unavailable: 'Nothing can be said of newer versions: {why}',
  newest: 'Comet {version} is the newest version',
  newestWhat: 'The app looks when it is opened, once an hour at most, and says nothing of you.',
  newer: 'Comet {version} is there',
  present: 'This is {version}. The new one has {megabytes} MB.',
  how: 'It is fetched, its signature is verified, and your system asks for an administrator before it is installed. Traffic stays held to the tunnel meanwhile.',
  install: 'Fetch and install',
  fetching: 'Fetching and verifying',
  installing: 'Your system installs it',
  restarting: 'Comet starts anew',
  notAllowed: 'Nobody agreed to the installation, so nothing was changed.',
  failed: 'Your system could not install it. “sudo /usr/lib/comet/install-update” says why.',
} as const;

/** The confirmation of a link. */
export const linkTexts = {
  title: 'Connect to {place}?',
  anywhere: 'Connect now?',
  what: 'A link asks for this. Nothing changes unless you agree.',
  instead: 'A link asks for this. Your tunnel to {present} ends for it.',
  agree: 'Connect',
  refuse: 'Not now',
  unknownTitle: 'There is no such location',
  unknown: 'A link asks for “{code}”, which Comet does not know.',
  close: 'Close',
} as const;
