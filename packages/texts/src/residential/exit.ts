/** The output of `comet-exit`. */
export const exitTexts = {
  /**
   * Version 1 of the text that an owner agrees to; a change of its meaning needs a new version
   * (`exitConsentVersion`).
   */
  consent: [
    'With your consent, this device becomes an exit of Comet VPN. This is what it will do:',
    '',
    '  · It keeps a WireGuard tunnel to one of our gateways open. None of your ports are opened.',
    '  · Our customers’ traffic goes out through your internet connection. Websites see your public IP address, not theirs.',
    '  · It reaches only the public internet: nothing on your own network, no mail servers (ports 25, 465, 587),',
    '    and nothing on the block lists we keep against abuse.',
    '  · Once a day it measures your connection with up to 4 MB each way, never more than 1% of your daily cap.',
    '  · It records how many bytes it carried each day. It records no IP addresses and no domains.',
    '',
    'You decide how much: comet-exit pause, resume and cap take effect immediately, comet-exit carried shows how much',
    'traffic passed, and comet-exit withdraw ends it permanently.',
    '',
    'Your internet provider may forbid this. You may be asked about traffic that others caused.',
  ].join('\n'),
  agreeQuestion: 'Type your name to agree, or press Enter to leave: ',
  notAgreed: 'Nothing was changed.',
  joined: (name: string) => `Thank you, ${name}. Start it with: comet-exit serve`,
  alreadyJoined: 'This device is already an exit. See: comet-exit status',
  notJoined: 'This device isn’t an exit. Join with: comet-exit join TOKEN',
  unreachable: 'Unable to connect to our servers',
  /** For codes of the API without a text. */
  refused: (code: string) => `The request was refused: ${code}`,
  notRoot: 'This needs root: try it with sudo.',
  withdrawQuestion: 'Type "withdraw" to remove this device permanently: ',
  withdrawn: 'This device is no longer an exit.',
  expired:
    'This device was off for more than 90 days, so its credential has expired. Run comet-exit withdraw, then join again with a new invitation.',
  withdrawnHere:
    'It has stopped carrying traffic, but we couldn’t notify our servers yet: run comet-exit withdraw again.',
  paused: 'Paused. No traffic is carried.',
  resumed: 'Resumed.',
  wishKept: 'Applied here, but we couldn’t notify our servers yet.',
  caps: (bytesPerSecond: string, dayBytes: string) =>
    `Speed limit: ${bytesPerSecond}. Daily cap: ${dayBytes}.`,
  noCap: 'no cap',
  megabits: (number: number) => `${number} Mbit/s`,
  gigabytes: (number: number) => `${number} GB`,
  states: {
    carrying: 'carrying traffic',
    paused: 'paused by you',
    full: 'paused until midnight UTC: daily cap reached',
    connecting: 'connecting',
    stopped: 'stopped by the operator',
    off: 'not running',
  },
  status: (state: string, detail: string | null) => (detail === null ? state : `${state} (${detail})`),
  latency: (milliseconds: number) => `Gateway: ${milliseconds} ms away`,
  line: (down: string, up: string, day: string) => `Connection: ${down} down, ${up} up (measured on ${day})`,
  today: (amount: string) => `Today: ${amount}`,
  consented: (name: string, day: string, version: number) =>
    `Agreed to by ${name} on ${day}, version ${version}`,
  carriedHeading: 'DAY (UTC)   CARRIED',
  nothingCarried: 'No traffic yet.',
  serving: 'Serving',
  usage: [
    'comet-exit join TOKEN [--agree NAME] [--network NAME]   become an exit, with your consent',
    'comet-exit serve                                        carry traffic until stopped',
    'comet-exit status                                       show what it is doing',
    'comet-exit carried                                      show traffic by day',
    'comet-exit pause | resume                               stop carrying traffic, or start again',
    'comet-exit cap [--speed MBIT] [--day GB] | cap none     limit the traffic',
    'comet-exit withdraw [--yes]                             remove this device permanently',
    'comet-exit --version                                    show the version',
  ].join('\n'),
  unknownWord: (word: string) => `Unknown: ${word}`,
} as const;
