import { classes } from '../actions/classes.ts';

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
  /** Shown while the pointer is over the bar. */
  readonly title: string;
  /** From the foot upwards; none is negative. */
  readonly parts: readonly { readonly tone: BarTone; readonly value: number }[];
}

interface BarChartProps {
  /** Text alternative in one sentence: a table next to the chart contains the figures. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The labels of the first and the last bar, and of the tallest. Without them the chart is low. */
  readonly scale?: { readonly first: string; readonly last: string; readonly top: string };
}

const sum = (bar: Bar) => bar.parts.reduce((total, { value }) => total + value, 0);

/** Bars side by side, each a stack of parts. A value above zero is never too small to be seen. */
export function BarChart({ label, bars, scale }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(sum));
  const step = 100 / Math.max(1, bars.length);
  const gap = Math.min(1.2, step * 0.18);
  return (
    <figure className="m-0 flex min-w-0 flex-col gap-2">
      {scale !== undefined && (
        <div className="border-t border-dashed border-line pt-1 text-right font-mono text-small leading-none text-quiet">
          {scale.top}
        </div>
      )}
      <svg
        role="img"
        aria-label={label}
        className={classes('block w-full border-b border-line', scale === undefined ? 'h-16' : 'h-40')}
      >
        {bars.map((bar, place) => {
          let foot = 100;
          return (
            <g key={bar.key}>
              <title>{bar.title}</title>
              <rect x={`${place * step}%`} y="0" width={`${step}%`} height="100%" fill="transparent" />
              {bar.parts.map(({ tone, value }) => {
                const height = value === 0 ? 0 : Math.max(1.5, (value / highest) * 100);
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
      {scale !== undefined && (
        <figcaption className="flex justify-between text-small text-quiet">
          <span>{scale.first}</span>
          <span>{scale.last}</span>
        </figcaption>
      )}
    </figure>
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
