import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { classes } from '../actions/classes.ts';
import { axisTicks } from './axis-ticks.ts';
import { type Bar, type BarTone, namedParts, Swatch } from './bar.tsx';
import { Grid, Marks } from './bar-chart-axes.tsx';

interface BarChartProps {
  /** Accessible name. */
  readonly label: string;
  /** Describes the whole chart in one sentence. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  /** The label of a mark on the value axis; `top` is the highest mark, so that all can have the same unit. */
  readonly formatTick: (value: number, top: number) => string;
}

const sum = (bar: Bar) => bar.parts.reduce((total, { value }) => total + value, 0);

/** `22 November: 1.24 GB; Office: 1 GB; Crawler: 0.24 GB`. */
function spoken(bar: Bar): string {
  const { title, figure } = bar;
  return [`${title}: ${figure}`, ...namedParts(bar).map((part) => `${part.name}: ${part.figure}`)].join('; ');
}

/**
 * Bars side by side, each a stack of parts, with a value axis and marks below. The pointer and the arrow keys move a cursor that shows a
 * bar's values; for screen readers it is a slider over the bars. A value above zero always has a visible bar.
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
  // On a touch screen every tap ends with pointerleave; the cursor stays until another part of the page is touched.
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') setAt(null);
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
        onPointerLeave={leave}
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

/**
 * Returns the cursor's position after a key; null hides the cursor, undefined means that the key has no
 * function.
 */
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

const fills: Readonly<Record<BarTone, string>> = {
  comet: 'fill-comet',
  trail: 'fill-[light-dark(var(--trail),#8f6449)]',
  edge: 'fill-edge',
  line: 'fill-line',
};
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
        {namedParts(bar).map(({ name, figure, tone }) => (
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
