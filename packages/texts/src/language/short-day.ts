import { atFirstUse } from './at-first-use.ts';
import { keepTogether } from './keep-together.ts';
import { LOCALE } from './locale.ts';

const shortDay = atFirstUse(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** `14 Mar`, of a calendar day, for the marks of an axis. */
export function formatShortDay(date: string): string {
  return keepTogether(shortDay().format(new Date(`${date}T00:00:00Z`)));
}
