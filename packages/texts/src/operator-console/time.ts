import { atFirstUse } from '../language/at-first-use.ts';
import { LOCALE } from '../language/locale.ts';
import { fill as formatText, plural } from '../language/format-text.ts';

/** Times relative to now. */
const timeTexts = {
  now: 'just now',
  ago: '{duration} ago',
  in: 'in {duration}',
  minutes: '{count} min',
  hours: '{count} h',
  days: { one: '{count} day', other: '{count} days' },
  months: { one: '{count} month', other: '{count} months' },
  years: { one: '{count} year', other: '{count} years' },
  exact: '{time} UTC',
} as const;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const exact = atFirstUse(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
    }),
);

/** `just now`, `3 min ago`, `in 12 days`: rounded down to the largest unit. */
export function relativeTime(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  if (Math.abs(ms) < minuteMs) return timeTexts.now;
  const duration = formatDuration(Math.abs(ms));
  return ms < 0 ? formatText(timeTexts.ago, { duration }) : formatText(timeTexts.in, { duration });
}

/** `3 min`, `26 h`, `4 days`, `5 months`. Hours are given up to two days, days up to two months. */
function formatDuration(ms: number): string {
  if (ms < hourMs) return formatText(timeTexts.minutes, { count: Math.floor(ms / minuteMs) });
  if (ms < 2 * dayMs) return formatText(timeTexts.hours, { count: Math.floor(ms / hourMs) });
  const days = Math.floor(ms / dayMs);
  if (days < 60) return formatText(plural(days, timeTexts.days), { count: days });
  const months = Math.floor(days / 30.44);
  if (months < 24) return formatText(plural(months, timeTexts.months), { count: months });
  const years = Math.floor(days / 365.25);
  return formatText(plural(years, timeTexts.years), { count: years });
}

/** `28 Nov 2026, 14:05:12 UTC`. */
export function exactTime(at: Date): string {
  return formatText(timeTexts.exact, { time: exact().format(at) });
}
