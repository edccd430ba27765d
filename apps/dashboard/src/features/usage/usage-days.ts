import type { BarTone } from '@comet/ui';

/** Usage of one UTC day, by user where the product has users. */
export interface DayUsage {
  /** `2026-11-22`. */
  readonly day: string;
  readonly bytes: number;
  readonly users?: readonly { readonly userId: string; readonly bytes: number }[];
}

/** One part of every bar: a user, all other users combined, or the total. */
export interface Series {
  readonly key: string;
  readonly name: string;
  readonly tone: BarTone;
  readonly bytes: number;
}

const dayMs = 86_400_000;
/** Tones of the users with the most usage, the strongest first; all others share `restTone`. */
const userTones: readonly BarTone[] = ['comet', 'trail', 'edge'];
const restTone: BarTone = 'line';

/** The last `count` days up to today, oldest first; days without a record have no usage. */
export function everyDay(known: readonly DayUsage[], count: number, now: Date): readonly DayUsage[] {
  const byDay = new Map(known.map((usage) => [usage.day, usage]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(now.getTime() - (count - 1 - index) * dayMs).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, bytes: 0 };
  });
}

export function bytesOf(days: readonly DayUsage[]): number {
  return days.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Series of the chart: the three users with the most usage, each with a tone, and all others combined. `nameOf` returns null for removed users. */
export function seriesOf(
  days: readonly DayUsage[],
  nameOf: (userId: string) => string | null,
  words: { readonly others: string; readonly former: string },
): readonly Series[] {
  const totals = new Map<string, number>();
  for (const { users = [] } of days)
    for (const { userId, bytes } of users) totals.set(userId, (totals.get(userId) ?? 0) + bytes);
  const ranked = [...totals].filter(([, bytes]) => bytes > 0).toSorted((a, b) => b[1] - a[1]);
  const shown = ranked.length > userTones.length + 1 ? ranked.slice(0, userTones.length) : ranked;
  const rest = ranked.slice(shown.length).reduce((sum, [, bytes]) => sum + bytes, 0);
  return [
    ...shown.map(([key, bytes], place) => ({
      key,
      bytes,
      name: nameOf(key) ?? words.former,
      tone: userTones[place] ?? restTone,
    })),
    ...(rest > 0 ? [{ key: '', name: words.others, tone: restTone, bytes: rest }] : []),
  ];
}

/**
 * Returns the bytes of a series on a day; the series without a key has the usage that no other series
 * includes.
 */
export function partOf(day: DayUsage, series: Series, all: readonly Series[]): number {
  const { users = [] } = day;
  if (series.key !== '') return users.find(({ userId }) => userId === series.key)?.bytes ?? 0;
  const shown = new Set(all.map(({ key }) => key));
  return users.reduce((sum, { userId, bytes }) => (shown.has(userId) ? sum : sum + bytes), 0);
}

/** Whole days that a balance lasts at the average of these days; null without usage or balance. */
export function daysLeftAtPace(days: readonly DayUsage[], availableBytes: number): number | null {
  const used = bytesOf(days);
  if (used === 0 || availableBytes <= 0) return null;
  return Math.max(1, Math.floor((availableBytes * days.length) / used));
}
