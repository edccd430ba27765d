import { capacityTexts as texts, exactTime, frameTexts, formatText } from '@comet/texts/operator-console';
import { type CapacityHour, capacityDays, cityCapacity } from '../../features/gateways/index.ts';
import { type Html, html } from '../html.ts';
import { rows, card, type PageContext } from '../page.ts';

const [width, height] = [672, 120];
const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
/** The load above which a gateway needs help, as in the alert and its runbook. */
const fullPercent = 85;

/** One line of the chart: a value for each hour, null where there is none. */
interface Series {
  readonly label: string;
  readonly kind: 'peers' | 'throughput' | 'load';
  readonly of: (hour: CapacityHour) => number | null;
  readonly unit: (value: number) => string;
  /** The value at the top of the chart; by default the largest. */
  readonly top?: number;
}

const series: readonly Series[] = [
  { label: texts.peers, kind: 'peers', of: ({ peers }) => peers, unit: String },
  {
    label: texts.throughput,
    kind: 'throughput',
    of: ({ bytesPerSecond }) => bytesPerSecond,
    unit: (bytes) => formatText(texts.megabits, { count: Math.round(bytes / 125_000) }),
  },
  {
    label: texts.load,
    kind: 'load',
    of: ({ loadPercent }) => loadPercent,
    unit: (percent) => formatText(frameTexts.percent, { percent }),
    top: 100,
  },
];

/**
 * Charts of the last 14 days without a script: tunnels, throughput, and load against the capacity of the processors. Each has its scale, and
 * a gap where no report arrived. The same values are in a table, by day.
 */
export function capacityCharts(hours: readonly CapacityHour[], now: Date): Html {
  if (hours.length === 0) return html`<p class="quiet">${texts.none}</p>`;
  return html`<div class="charts">${series.map((one) => chart(one, hours, now))}</div>
<details><summary>${texts.table}</summary>${rows(
    [texts.day, ...series.map(({ label }) => label)],
    daysOf(hours).map(([day, own]) => [day, ...series.map((one) => highest(one, own))]),
    texts.none,
  )}</details>`;
}

function chart(one: Series, hours: readonly CapacityHour[], now: Date): Html {
  const start = now.getTime() - capacityDays * dayMs;
  const values = hours.flatMap((hour) => {
    const value = one.of(hour);
    return value === null ? [] : [{ at: hour.hour.getTime(), value }];
  });
  const top = one.top ?? Math.max(1, ...values.map(({ value }) => value));
  const x = (at: number): number => Math.round(((at - start) / (capacityDays * dayMs)) * width * 10) / 10;
  const y = (value: number): number => Math.round((1 - Math.min(1, value / top)) * height * 10) / 10;
  const path = values
    .map(({ at, value }, index) => {
      const isGap = index === 0 || at - (values[index - 1]?.at ?? 0) > hourMs;
      // A single hour is a short line, not an invisible point.
      return `${isGap ? `M${x(at)} ${y(value)}h1` : 'L'}${isGap ? '' : `${x(at)} ${y(value)}`}`;
    })
    .join('');
  const last = values.at(-1);
  const summary = formatText(texts.summary, {
    highest: highest(one, hours),
    latest: last === undefined ? frameTexts.nothing : one.unit(last.value),
  });
  const limit =
    one.kind === 'load'
      ? html`<line class="limit" x1="0" x2="${width}" y1="${y(fullPercent)}" y2="${y(fullPercent)}"/>`
      : null;
  return html`<figure><figcaption><strong>${one.label}</strong> <span class="quiet">${summary}</span></figcaption>
<svg class="chart ${one.kind}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${formatText(texts.described, { name: one.label, summary })}" preserveAspectRatio="none">${limit}<path d="${path}"/></svg>
<p class="quiet small axis"><span>${exactTime(new Date(start)).split(',')[0] ?? ''}</span><span>${texts.now}</span></p></figure>`;
}

function highest(one: Series, hours: readonly CapacityHour[]): string {
  const values = hours.map(one.of).filter((value) => value !== null);
  return values.length === 0 ? frameTexts.nothing : one.unit(Math.max(...values));
}

/** The days in UTC, the latest first. */
function daysOf(hours: readonly CapacityHour[]): readonly (readonly [string, readonly CapacityHour[]])[] {
  return [...Map.groupBy(hours, ({ hour }) => hour.toISOString().slice(0, 10))].toReversed();
}

/** The capacity history of every city. That of one gateway is on its own page. */
export async function capacityPage({ db, now }: PageContext): Promise<Html> {
  const cities = await cityCapacity(db, now);
  return html`<h1>${texts.headline}</h1><p class="lead">${texts.explanation}</p>
${[...cities].map(([city, hours]) => card(city, capacityCharts(hours, now)))}
${cities.size === 0 ? html`<div class="card"><p class="quiet">${texts.none}</p></div>` : null}`;
}
