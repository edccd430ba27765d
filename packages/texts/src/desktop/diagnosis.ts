/** The sentences of the leak check and of the report for support. */
export const checkTexts = {
  title: 'Leak check',
  why: 'Asks a test server on the internet what it can see of this computer. The result stays on this computer.',
  start: 'Check now',
  again: 'Check again',
  checking: 'Checking',
  verdicts: {
    protected: 'Protected',
    leaking: 'Not protected',
    unprotected: 'Not connected',
    split: 'Inconclusive',
    unknown: 'No response from the test server',
  },
  means: {
    protected: 'No one on the internet can see this computer’s IP address.',
    leaking: 'This computer can be seen even though you’re connected. Disconnect and send us a report.',
    unprotected: 'This is how everyone on the internet sees this computer.',
    split:
      'Split tunneling sends most traffic outside the tunnel, so this check says nothing about the tunnel.',
    unknown: 'Try again in a moment.',
  },
  ipv4: 'IPv4',
  ipv6: 'IPv6',
  nothing: 'No connection',
  names: 'DNS servers',
  notTold: 'Unknown',
  leak: 'Leaks outside the tunnel',
  at: 'Checked',
} as const;

export const reportTexts = {
  title: 'Support report',
  why: 'Everything support needs to help you. Names, domains, IP and email addresses and keys are removed. Nothing is sent until you choose to send it: below is exactly what support gets.',
  making: 'Creating report',
  again: 'Try again',
  holds: { one: '{count} part, {size} kB', other: '{count} parts, {size} kB' },
  send: 'Send to support',
  sent: 'Report sent',
  number: 'Your ticket number is {number}. Give it to support when you write to them. We’ll reply by email.',
  copyNumber: 'Copy ticket number',
  numberCopied: 'Ticket number copied.',
  /** `why` is a sentence. */
  notSent: '{why} The report was saved as {file} instead, so you can send it later.',
  copy: 'Copy',
  copied: 'Report copied.',
  copyFailed: 'Couldn’t copy to the clipboard. Save the report as a file instead.',
  save: 'Save as a file',
  file: 'comet-report.txt',
  part: 'Part {name}',
} as const;
