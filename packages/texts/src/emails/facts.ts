/** What a mail says about an event, in rows. */
export const factTexts = {
  terms: {
    device: 'Device',
    time: 'Time',
    date: 'Date',
    place: 'Place',
    order: 'Order',
    passkey: 'Passkey',
  },
  /** A program of a system: `Firefox on Linux`. */
  programOn: '{program} on {system}',
  unknownProgram: 'An unknown program',
  systems: {
    linux: 'Linux',
    macos: 'macOS',
    windows: 'Windows',
    ios: 'iOS',
    android: 'Android',
    router: 'a router',
    other: 'another system',
  },
} as const;
