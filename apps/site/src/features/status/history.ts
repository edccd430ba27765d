import { atFirstUse, LOCALE, plural, formatText, statusTexts } from '@comet/texts/site';

const { history: texts } = statusTexts;

/** Measured minutes of a day, in `GET v1/status/history`. */
export interface MeasuredDay {
  readonly day: string;
  readonly working: number;
  readonly degraded: number;
  readonly down: number;
}

export type DayTone = 'safe' | 'warn' | 'danger' | 'none';

const dayMs = 86_400_000;
/** Minimum duration of an outage that is listed as an incident, in minutes. */
const outageMinutes = 5;

/**
 * One bar per day from the first to the last, with its color and text. A day without a measured minute is
 * `none`, never `safe`.
 */
export function barsOf(
  days: readonly MeasuredDay[],
  first: string,
  last: string,
): readonly { readonly tone: DayTone; readonly text: string }[] {
  const measured = new Map(days.map((one) => [one.day, one]));
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(first) + index * dayMs);
    const day = measured.get(at.toISOString().slice(0, 10));
    return {
      tone: toneOf(day),
      text: formatText(texts.day, { day: calendarDay().format(at), state: stateText(day) }),
    };
  });
}

/** Created at first use, because the first use of Intl takes about 40 ms, and four times that on a phone. */
const calendarDay = atFirstUse(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
);

const minutesOf = ({ working, degraded, down }: MeasuredDay): number => working + degraded + down;

/** `danger` from five minutes down, `warn` for less, or for any degraded minute. */
export function toneOf(day: MeasuredDay | undefined): DayTone {
  if (day === undefined || minutesOf(day) === 0) return 'none';
  if (day.down >= outageMinutes) return 'danger';
  return day.down + day.degraded > 0 ? 'warn' : 'safe';
}

const tones: readonly DayTone[] = ['none', 'safe', 'warn', 'danger'];

/** The color of today's bar, which is never better than the current state. */
export function worseTone(measured: DayTone, now: DayTone): DayTone {
  return tones[Math.max(tones.indexOf(measured), tones.indexOf(now))] ?? measured;
}

interface Listed {
  readonly ended_at: string | null;
}

/**
 * The text above the list of incidents. An outage is listed after five minutes; until then this text mentions
 * it.
 */
export function incidentsNote(listed: readonly Listed[], isDown: boolean): string {
  const { none, notListedYet } = statusTexts.incidents;
  if (isDown && listed.every(({ ended_at }) => ended_at !== null)) return notListedYet;
  return listed.length === 0 ? none : '';
}

function stateText(day: MeasuredDay | undefined): string {
  if (day === undefined || minutesOf(day) === 0) return texts.noData;
  const { down, degraded } = day;
  return down + degraded === 0 ? texts.up : formatText(texts.partly, { down, degraded });
}

/** Sums of all measured days. */
export function totalsOf(days: readonly MeasuredDay[]) {
  const sum = (of: (day: MeasuredDay) => number): number => days.reduce((all, day) => all + of(day), 0);
  return {
    measured: sum(minutesOf),
    degraded: sum(({ degraded }) => degraded),
    down: sum(({ down }) => down),
    days: days.filter((day) => minutesOf(day) > 0).length,
  };
}

/** `99.98%` of the measured minutes, degraded ones included, rounded down: an outage never rounds to 100%. Null without a minute. */
export function uptimeOf(days: readonly MeasuredDay[]): string | null {
  const { measured, down } = totalsOf(days);
  if (measured === 0) return null;
  return `${Math.floor(((measured - down) / measured) * 10_000) / 100}%`;
}

/** `99.98% up over 12 measured days` */
export function summaryOf(days: readonly MeasuredDay[]): string {
  const percent = uptimeOf(days);
  if (percent === null) return texts.noData;
  const count = totalsOf(days).days;
  return formatText(plural(count, texts.measured), { percent, count });
}
