/** The sentences of the leak check and of the report for support. */
export const checkTexts = {
  title: 'Leak check',
  why: 'Asks a host on the internet how it sees this computer. What it says stays here.',
  start: 'Check now',
  again: 'Check again',
  checking: 'Asking outside',
  verdicts: {
    protected: 'Protected',
    leaking: 'Not protected',
    unprotected: 'Not connected',
    split: 'Nothing can be said',
    unknown: 'Nobody outside answers',
  },
  means: {
    protected: 'Nobody outside sees an address of this computer.',
    leaking: 'This computer is seen although the tunnel is up. Disconnect, and send us a report.',
    unprotected: 'This is how everybody sees this computer.',
    split: 'Split tunnelling sends all but what is named outside, so this says nothing about the tunnel.',
    unknown: 'The host that is asked did not answer. Try again in a moment.',
  },
  ipv4: 'IPv4',
  ipv6: 'IPv6',
  nothing: 'Nothing comes through',
  names: 'Names asked by',
  notTold: 'Not told',
  leak: 'Leaves outside of the tunnel',
  at: 'Checked',
} as const;

export const reportTexts = {
  title: 'Report for support',
  why: 'What support needs to help. Names, addresses and keys are taken out of it. Read it before you send it: nothing is sent from here.',
  make: 'Put it together',
  making: 'Putting the report together',
  holds: { one: '{count} part, {size} kB', other: '{count} parts, {size} kB' },
  copy: 'Copy',
  copied: 'The report is copied.',
  copyFailed: 'This window may not write to the clipboard. Save the report as a file.',
  save: 'Save as a file',
  file: 'comet-report.txt',
  part: 'The part {name}',
} as const;
