import { formatCalendarDay, say, usageTexts as texts } from '@comet/texts';
import { BarChart } from '@comet/ui';
import { barsOf, type DayUsage, everyDay } from './usage-days.ts';
import { formatDataAmount, chartText } from './usage-text.ts';

interface UsageBarsProps {
  readonly known: readonly DayUsage[];
  /** Of days. */
  readonly count: number;
  readonly now: Date;
}

/** A small usage chart without figures; the page that the link beside it opens has them. */
export function UsageBars({ known, count, now }: UsageBarsProps) {
  const days = everyDay(known, count, now);
  return (
    <BarChart
      label={chartText(days)}
      bars={barsOf(days, [], ({ day, bytes }) =>
        say(texts.onDay, { day: formatCalendarDay(day), amount: formatDataAmount(bytes) }),
      )}
    />
  );
}
