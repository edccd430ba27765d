import { formatCalendarDay, say, usageTexts as texts } from '@comet/texts';
import { BarChart, classes, RadioPills, Subhead, Swatch, Table } from '@comet/ui';
import { barsOf, bytesOf, type DayUsage, everyDay, partOf, type Series, seriesOf } from './usage-days.ts';
import { formatDataAmount, chartText } from './usage-text.ts';

export const usagePeriods = [7, 30, 90] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

interface UsageViewProps {
  /** What the books have; days without usage may be missing. */
  readonly known: readonly DayUsage[];
  readonly period: UsagePeriod;
  readonly onPeriod: (period: UsagePeriod) => void;
  readonly now: Date;
  /** The name of a user by its id, null for one that was removed; absent where there are no users. */
  readonly nameOf?: (userId: string) => string | null;
}

/** Usage as bars, and beside them the same as figures. */
export function UsageView({ known, period, onPeriod, now, nameOf }: UsageViewProps) {
  const days = everyDay(known, period, now);
  const series =
    nameOf === undefined ? [] : seriesOf(days, nameOf, { others: texts.others, former: texts.formerUser });
  const used = days.filter(({ bytes }) => bytes > 0).toReversed();
  const busiest = Math.max(0, ...days.map(({ bytes }) => bytes));
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="flex flex-col gap-1.5">
          <Subhead>{texts.headline}</Subhead>
          <p className="m-0 text-quiet">
            {say(texts.inAll, { amount: formatDataAmount(bytesOf(days)), count: period })}
          </p>
        </div>
        <RadioPills
          legend={texts.period}
          name="usage-period"
          pills={usagePeriods.map((count) => ({
            value: String(count),
            label: say(texts.days, { count }),
          }))}
          value={String(period)}
          onChange={(chosen) => onPeriod(usagePeriods.find((count) => String(count) === chosen) ?? period)}
        />
      </div>
      {used.length === 0 ? (
        <p className="m-0 border-y border-line py-6 text-quiet">{texts.none}</p>
      ) : (
        <div
          className={classes(
            'grid gap-8',
            series.length > 1 ? 'lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
          )}
        >
          <div className="flex flex-col gap-4">
            <BarChart
              label={chartText(days)}
              bars={barsOf(days, series, ({ day, bytes }) =>
                say(texts.onDay, { day: formatCalendarDay(day), amount: formatDataAmount(bytes) }),
              )}
              scale={{
                first: formatCalendarDay(days[0]?.day ?? ''),
                last: texts.today,
                top: formatDataAmount(busiest),
              }}
            />
            {series.length > 0 && <Legend series={series} />}
          </div>
          <Table
            caption={texts.table}
            heads={[texts.day, texts.total, ...series.map(({ name }) => name)]}
            rows={used.map((day) => ({
              key: day.day,
              cells: [
                formatCalendarDay(day.day),
                formatDataAmount(day.bytes),
                ...series.map((one) => formatDataAmount(partOf(day, one, series))),
              ],
            }))}
          />
        </div>
      )}
      {used.length > 0 && <p className="m-0 text-small text-quiet">{texts.explanation}</p>}
    </section>
  );
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className="m-0 flex list-none flex-wrap gap-x-6 gap-y-1 p-0 text-small">
      {series.map(({ key, name, tone, bytes }) => (
        <li key={key} className="flex items-center gap-2">
          <Swatch tone={tone} />
          <span>{name}</span>
          <span className="font-mono text-quiet">{formatDataAmount(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
