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

/** What the system says while nobody looks at the window. */
export const noticeTexts = {
  connected: 'Traffic leaves in {city}, {country}.',
  ended: 'The tunnel has ended. Traffic leaves this computer unprotected.',
} as const;
