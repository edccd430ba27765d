import { formatCalendarDay, formatShortDay, usageTexts as texts } from '@comet/texts';
import { type Bar, BarChart, type BarTone } from '@comet/ui';
import { type DayUsage, partOf, type Series } from './usage-days.ts';
import { chartText, formatAxisMark, formatDataAmount } from './usage-text.ts';

interface UsageChartProps {
  /** Every day of the period, oldest first; the last is today. */
  readonly days: readonly DayUsage[];
  readonly series?: readonly Series[];
}

/** Usage by day as a chart with axes; its values can also be read by keyboard. */
export function UsageChart({ days, series = [] }: UsageChartProps) {
  return (
    <BarChart
      label={texts.table}
      summary={chartText(days)}
      bars={barsOf(days, series)}
      formatTick={formatAxisMark}
    />
  );
}

/** One bar per day. Without series, each bar has one part, and that of today is highlighted. */
export function barsOf(days: readonly DayUsage[], series: readonly Series[]): readonly Bar[] {
  const today = days.at(-1);
  const toneOf = (day: DayUsage): BarTone => (day === today ? 'comet' : 'trail');
  return days.map((day) => ({
    key: day.day,
    mark: day === today ? texts.today : formatShortDay(day.day),
    title: formatCalendarDay(day.day),
    figure: formatDataAmount(day.bytes),
    parts:
      series.length === 0
        ? [{ tone: toneOf(day), value: day.bytes }]
        : series.map((one) => {
            const value = partOf(day, one, series);
            return { tone: one.tone, value, name: one.name, figure: formatDataAmount(value) };
          }),
  }));
}
