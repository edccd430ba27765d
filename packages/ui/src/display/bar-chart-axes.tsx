import { markedBars } from './axis-ticks.ts';
import type { Bar } from './bar.tsx';

interface GridProps {
  readonly formatTick: (value: number, top: number) => string;
  readonly ticks: readonly number[];
  readonly top: number;
}

/** The value axis: a horizontal line for each mark, with its label at the right end. */
export function Grid({ ticks, top, formatTick }: GridProps) {
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

/** The labels below the bars. */
export function Marks({ bars }: { readonly bars: readonly Bar[] }) {
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
