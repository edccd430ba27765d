import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { classes } from '../actions/classes.ts';
import { axisTicks, markedBars } from './axis-ticks.ts';

/** The tones of a stack from its foot: the accent for what weighs most, the hairline's grey for the rest. */
const tones = ['comet', 'trail', 'edge', 'line'] as const;
export type BarTone = (typeof tones)[number];

const fills: Readonly<Record<BarTone, string>> = {
  comet: 'fill-comet',
  trail: 'fill-trail',
  edge: 'fill-edge',
  line: 'fill-line',
};
const swatches: Readonly<Record<BarTone, string>> = {
  comet: 'bg-comet',
  trail: 'bg-trail',
  edge: 'bg-edge',
  line: 'bg-line',
};

export interface Bar {
  readonly key: string;
  /** Below the bar, where there is room: `22 Nov`. */
  readonly mark: string;
  /** What the bar stands for, and its value: shown and read out at the cursor. */
  readonly title: string;
  readonly figure: string;
  /** From the foot upwards; no value is negative. A part with a name is listed at the cursor. */
  readonly parts: readonly BarPart[];
}

export interface BarPart {
  readonly tone: BarTone;
  readonly value: number;
  readonly name?: string;
  readonly figure?: string;
}

interface BarChartProps {
  /** Accessible name. */
  readonly label: string;
  /** The whole chart in one sentence. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  /** The label of a mark on the value axis; `top` is the highest mark, so that all can have the same unit. */
  readonly formatTick: (value: number, top: number) => string;
}

const sum = (bar: Bar) => bar.parts.reduce((total, { value }) => total + value, 0);

/** `22 November: 1.24 GB; Office: 1 GB; Crawler: 0.24 GB`. */
function spoken({ title, figure, parts }: Bar): string {
  const named = parts.filter(({ name, value }) => name !== undefined && value > 0);
  return [`${title}: ${figure}`, ...named.map((part) => `${part.name}: ${part.figure}`)].join('; ');
}

/**
 * Bars side by side, each a stack of parts, with a value axis and marks below. The pointer and the arrow keys move a cursor that shows a
 * bar's values; for screen readers it is a slider over the bars. A value above zero is never too small to be seen.
 */
export function BarChart({ label, summary, bars, formatTick }: BarChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const summaryId = useId();
  const ticks = axisTicks(Math.max(1, ...bars.map(sum)));
  const top = ticks.at(-1) ?? 1;
  const last = bars.length - 1;
  const current = bars[at ?? last];
  const press = (event: KeyboardEvent) => {
    const next = cursorAfter(event.key, at ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * bars.length);
    setAt(Math.max(0, Math.min(last, place)));
  };
  return (
    <figure className="relative m-0 min-w-0 pt-2 pr-16 pb-6">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={summaryId}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={current === undefined ? undefined : spoken(current)}
        onKeyDown={press}
        onFocus={() => setAt((before) => before ?? last)}
        onBlur={() => setAt(null)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
        className="relative h-44 touch-pan-y border-b border-edge outline-offset-4"
      >
        <Grid ticks={ticks} top={top} formatTick={formatTick} />
        <Stacks bars={bars} top={top} at={at} />
        {at !== null && current !== undefined && <Cursor bar={current} share={(at + 0.5) / bars.length} />}
      </div>
      <Marks bars={bars} />
      <figcaption id={summaryId} className="sr-only">
        {summary}
      </figcaption>
    </figure>
  );
}

/** Where a key moves the cursor; null hides it, undefined is a key without a meaning here. */
function cursorAfter(key: string, at: number, last: number): number | null | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1);
    case 'PageDown':
      return Math.max(0, at - 7);
    case 'PageUp':
      return Math.min(last, at + 7);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}

interface GridProps extends Pick<BarChartProps, 'formatTick'> {
  readonly ticks: readonly number[];
  readonly top: number;
}

/** The value axis: a line across for each mark, its label beyond the right end. */
function Grid({ ticks, top, formatTick }: GridProps) {
  return ticks.map((tick) => (
    <span
      key={tick}
      aria-hidden="true"
      className="absolute inset-x-0 border-t border-dashed border-line"
      style={{ bottom: `${(tick / top) * 100}%` }}
    >
      <span className="absolute -top-2 left-full pl-2 font-mono text-[0.75rem] leading-4 whitespace-nowrap text-quiet">
        {formatTick(tick, top)}
      </span>
    </span>
  ));
}

interface StacksProps {
  readonly bars: readonly Bar[];
  readonly top: number;
  readonly at: number | null;
}

function Stacks({ bars, top, at }: StacksProps) {
  const step = 100 / Math.max(1, bars.length);
  const gap = step * (bars.length > 40 ? 0.2 : 0.28);
  return (
    <svg aria-hidden="true" className="absolute inset-0 block size-full">
      {bars.map((bar, place) => {
        let foot = 100;
        return (
          <g key={bar.key} className={classes(at !== null && at !== place && 'opacity-55')}>
            {bar.parts.map(({ tone, value }) => {
              const height = value === 0 ? 0 : Math.max(1.5, (value / top) * 100);
              foot -= height;
              return (
                <rect
                  key={tone}
                  x={`${place * step + gap / 2}%`}
                  y={`${Math.max(0, foot)}%`}
                  width={`${step - gap}%`}
                  height={`${height}%`}
                  rx="2"
                  className={fills[tone]}
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

/** The line at the cursor and, on the side with more room, the values of its bar. */
function Cursor({ bar, share }: { readonly bar: Bar; readonly share: number }) {
  const left = `${share * 100}%`;
  const named = bar.parts.filter(({ name, value }) => name !== undefined && value > 0);
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 w-px bg-quiet"
        style={{ left }}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1 z-10 flex flex-col gap-0.5 rounded-control border border-line bg-ground px-3 py-2 text-small whitespace-nowrap"
        style={
          share > 0.5
            ? { right: `calc(${(1 - share) * 100}% + 0.625rem)` }
            : { left: `calc(${left} + 0.625rem)` }
        }
      >
        <span className="text-quiet">{bar.title}</span>
        <span className="font-semibold">{bar.figure}</span>
        {named.map(({ name, figure, tone }) => (
          <span key={tone} className="flex items-center gap-2">
            <Swatch tone={tone} />
            <span className="max-w-40 truncate">{name}</span>
            <span className="ml-auto pl-3 font-mono text-quiet">{figure}</span>
          </span>
        ))}
      </span>
    </>
  );
}

function Marks({ bars }: { readonly bars: readonly Bar[] }) {
  const marked = markedBars(bars.length);
  return (
    <div aria-hidden="true" className="absolute right-16 bottom-0 left-0 h-5">
      {bars.map(({ key, mark }, place) =>
        marked.has(place) ? (
          <span
            key={key}
            className="absolute -translate-x-1/2 font-mono text-[0.75rem] leading-5 whitespace-nowrap text-quiet"
            style={{ left: `${((place + 0.5) / bars.length) * 100}%` }}
          >
            {mark}
          </span>
        ) : null,
      )}
    </div>
  );
}

/** The legend's sign for the parts of one tone. */
export function Swatch({ tone }: { readonly tone: BarTone }) {
  return (
    <span
      aria-hidden="true"
      className={classes('inline-block size-3 shrink-0 rounded-bar', swatches[tone])}
    />
  );
}
