import { LOCALE } from '../language/locale.ts';

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

/** `21 November 2026`, in UTC: a mail does not know the time zone of its reader. */
export function emailDay(at: Date): string {
  return day.format(at);
}

/** `21 November 2026 at 12:05 UTC`. */
export function emailTime(at: Date): string {
  return `${minute.format(at)} UTC`;
}
