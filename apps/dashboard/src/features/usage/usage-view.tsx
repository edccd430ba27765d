import { formatCalendarDay, plural, formatText, usageTexts as texts } from '@comet/texts';
import { Disclosure, EmptyState, RadioPills, Subhead, Swatch, Table } from '@comet/ui';
import type { ReactNode } from 'react';
import { UsageChart } from './usage-chart.tsx';
import {
  bytesOf,
  type DayUsage,
  daysLeftAtPace,
  everyDay,
  partOf,
  type Series,
  seriesOf,
} from './usage-days.ts';
import { chartText, formatDataAmount } from './usage-text.ts';
import { type UsagePeriod, usagePeriods } from './use-usage-period.ts';

interface UsageViewProps {
  /** The recorded usage of the shown period; days without usage may be missing. */
  readonly known: readonly DayUsage[];
  /** Number of days shown. */
  readonly shown: UsagePeriod;
  /** The chosen period, which is shown once it has been read. */
  readonly period: UsagePeriod;
  readonly onPeriod: (period: UsagePeriod) => void;
  readonly now: Date;
  /** The balance in bytes. */
  readonly availableBytes: number;
  /** Returns the name of a user by its id, null for a removed one; absent if the product has no users. */
  readonly nameOf?: (userId: string) => string | null;
  /** The button of an empty chart. */
  readonly emptyAction: ReactNode;
}

/** Usage as a chart, and as figures in a disclosure. */
export function UsageView(props: UsageViewProps) {
  const { known, shown, period, onPeriod, now, availableBytes, nameOf, emptyAction } = props;
  const days = everyDay(known, shown, now);
  const series =
    nameOf === undefined ? [] : seriesOf(days, nameOf, { others: texts.others, former: texts.formerUser });
  const isUsed = days.some(({ bytes }) => bytes > 0);
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="flex flex-col gap-1.5">
          <Subhead>{texts.headline}</Subhead>
          {isUsed && (
            <p className="m-0 text-quiet">
              {formatText(texts.inAll, { amount: formatDataAmount(bytesOf(days)), count: shown })}
            </p>
          )}
        </div>
        <RadioPills
          legend={texts.period}
          name="usage-period"
          pills={usagePeriods.map((count) => ({
            value: String(count),
            label: formatText(texts.days, { count }),
          }))}
          value={String(period)}
          onChange={(chosen) => onPeriod(usagePeriods.find((count) => String(count) === chosen) ?? period)}
        />
      </div>
      {isUsed ? (
        <>
          <UsageChart days={days} series={series} />
          {series.length > 0 && <Legend series={series} />}
          <p className="m-0 text-small text-quiet">
            <Pace days={days} availableBytes={availableBytes} /> {texts.explanation}
          </p>
          <Disclosure summary={texts.showTable}>
            <UsageTable days={days} series={series} />
          </Disclosure>
        </>
      ) : (
        <EmptyState picture={<UsagePicture />} action={emptyAction}>
          {chartText(days)}
        </EmptyState>
      )}
    </section>
  );
}

interface PaceProps {
  readonly days: readonly DayUsage[];
  readonly availableBytes: number;
}

/** States how long the balance will last. Nothing for an empty balance. */
function Pace({ days, availableBytes }: PaceProps) {
  const count = daysLeftAtPace(days, availableBytes);
  return count === null ? null : formatText(plural(count, texts.pace), { count });
}

interface UsageTableProps {
  readonly days: readonly DayUsage[];
  readonly series: readonly Series[];
}

/** The days with usage, the latest first. */
function UsageTable({ days, series }: UsageTableProps) {
  return (
    <Table
      caption={texts.table}
      heads={[texts.day, texts.total, ...series.map(({ name }) => name)]}
      rows={days
        .filter(({ bytes }) => bytes > 0)
        .toReversed()
        .map((day) => ({
          key: day.day,
          cells: [
            formatCalendarDay(day.day),
            formatDataAmount(day.bytes),
            ...series.map((one) => formatDataAmount(partOf(day, one, series))),
          ],
        }))}
    />
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

/** A drawing of the bars of an empty chart, one of them highlighted at its base. */
function UsagePicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <g className="stroke-line" strokeWidth="1.5" strokeDasharray="3 4">
        <path d="M8 16h176M8 40h176M8 64h176" />
      </g>
      <g className="fill-warm stroke-trail" strokeWidth="1.5">
        <rect x="20" y="62" width="16" height="18" rx="3" />
        <rect x="46" y="46" width="16" height="34" rx="3" />
        <rect x="72" y="56" width="16" height="24" rx="3" />
        <rect x="98" y="34" width="16" height="46" rx="3" />
        <rect x="124" y="50" width="16" height="30" rx="3" />
      </g>
      <rect x="150" y="22" width="16" height="58" rx="3" className="fill-comet" />
      <path d="M8 80h176" className="stroke-edge" strokeWidth="1.5" />
    </svg>
  );
}
