import { formatCalendarDay, formatNumber, formatText, usageTexts as texts } from '@comet/texts';
import { bytesOf, type DayUsage } from './usage-days.ts';

const gigabyte = 1e9;
const megabyte = 1e6;

/** `1.24 GB`, or `4.2 MB` below a hundredth of a gigabyte, so that small amounts are not shown as zero. */
export function formatDataAmount(bytes: number): string {
  return bytes === 0 || bytes >= gigabyte / 100 ? inGigabytes(bytes) : inMegabytes(bytes);
}

/** A mark on the value axis, in a unit that suits the highest mark. */
export function formatAxisMark(bytes: number, top: number): string {
  return top >= gigabyte / 10 ? inGigabytes(bytes) : inMegabytes(bytes);
}

function inGigabytes(bytes: number): string {
  return formatText(texts.gigabytes, { gigabytes: formatNumber(bytes / gigabyte) });
}

function inMegabytes(bytes: number): string {
  return formatText(texts.megabytes, { megabytes: formatNumber(Math.max(0.1, bytes / megabyte), 1) });
}

/** The chart in one sentence. */
export function chartText(days: readonly DayUsage[]): string {
  const count = days.length;
  const busiest = days.reduce<DayUsage | null>(
    (max, day) => (max === null || day.bytes > max.bytes ? day : max),
    null,
  );
  if (busiest === null || busiest.bytes === 0) return formatText(texts.chartNone, { count });
  return formatText(texts.chart, {
    count,
    amount: formatDataAmount(bytesOf(days)),
    max: formatDataAmount(busiest.bytes),
    day: formatCalendarDay(busiest.day),
  });
}
