import { LOCALE } from '../language/locale.ts';

/** Rows about an event in an email. */
export const factTexts = {
  terms: {
    device: 'Device',
    time: 'Time',
    date: 'Date',
    place: 'Network',
    order: 'Order',
    passkey: 'Passkey',
  },
  /** A program and its operating system: `Firefox on Linux`. */
  programOn: '{program} on {system}',
  unknownProgram: 'An unknown app',
  systems: {
    linux: 'Linux',
    macos: 'macOS',
    windows: 'Windows',
    ios: 'iOS',
    android: 'Android',
    router: 'a router',
    other: 'an unknown system',
  },
} as const;

const day = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const minute = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** `21 November 2026`, in UTC: the reader's time zone is unknown. */
export function emailDay(at: Date): string {
  return day.format(at);
}

/** `21 November 2026 at 12:05 UTC`. */
export function emailTime(at: Date): string {
  return `${minute.format(at)} UTC`;
}
