import { atFirstUse } from './at-first-use.ts';
import { keepTogether } from './keep-together.ts';
import { LOCALE } from './locale.ts';
import { nameInSentence } from './name-in-sentence.ts';

const day = atFirstUse(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' }),
);
const dayAndTime = atFirstUse(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }),
);
const clockTime = atFirstUse(() => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }));
const calendarDay = atFirstUse(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
);
const daysAgo = atFirstUse(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }));
const lists = atFirstUse(() => new Intl.ListFormat(LOCALE));
const countries = atFirstUse(() => new Intl.DisplayNames(LOCALE, { type: 'region' }));
const midnightOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
const DAY_MILLISECONDS = 86_400_000;

/** `14 March 2027`, in the reader's own time zone. `instant` is ISO 8601. */
export function formatDay(instant: string): string {
  return keepTogether(day().format(new Date(instant)));
}

/** `14 March`, of a calendar day in UTC: `2027-03-14`. */
export function formatCalendarDay(date: string): string {
  return keepTogether(calendarDay().format(new Date(`${date}T00:00:00Z`)));
}

/** `14 March at 09:41`, in the reader's own time zone. */
export function formatDayAndTime(instant: string): string {
  return keepTogether(dayAndTime().format(new Date(instant)));
}

/**
 * `today`, `yesterday`, `3 days ago`, by the calendar of the reader's own time zone. Future times count as
 * today.
 */
export function formatDaysAgo(instant: string, now: Date): string {
  const days = (midnightOf(new Date(instant)) - midnightOf(now)) / DAY_MILLISECONDS;
  return keepTogether(daysAgo().format(Math.min(0, Math.round(days)), 'day'));
}

/** `09:41`, in the reader's own time zone. */
export function formatClockTime(instant: string): string {
  return clockTime().format(new Date(instant));
}

/** The number of remaining days, the current one included; never below 0. */
export function daysLeft(until: string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(until).getTime() - now.getTime()) / DAY_MILLISECONDS));
}

/** `-$84.00` becomes `−$84.00`: a reduction has a minus sign (U+2212), which is as wide as a digit. */
export function typographicMinus(amount: string): string {
  return amount.replace('-', '\u2212');
}

/** `$59.88`, of an amount in the currency's minor unit. All supported currencies have two minor digits. */
export function formatMoney({
  amount,
  currency,
}: {
  readonly amount: number;
  readonly currency: string;
}): string {
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat(LOCALE, format).format(amount / 100);
}

/** `1,200.5`, with at most this number of decimals; default is 2. */
export function formatNumber(value: number, decimals = 2): string {
  return new Intl.NumberFormat(LOCALE, { maximumFractionDigits: decimals }).format(value);
}

/** `Spain, Norway and Japan`. */
export function formatList(items: readonly string[]): string {
  return lists().format(items);
}

/** `nl` becomes `Netherlands`. An unknown code (ISO 3166-1 alpha-2) is returned unchanged. */
export function countryName(code: string): string {
  return countries().of(code.toUpperCase()) ?? code;
}

/** `nl` becomes `the Netherlands`: a country within a sentence. */
export function countryInSentence(code: string): string {
  return nameInSentence({ code: code.toUpperCase(), name: countryName(code) });
}
