import type { Rate } from './throughput.ts';

const width = 60;
const height = 16;

/** A minute of what came and went, the latest at the right. The figures below it say it in words. */
export function Sparkline({ label, rates }: { readonly label: string; readonly rates: readonly Rate[] }) {
  const most = Math.max(1e6, ...rates.flatMap(({ down, up }) => [down, up]));
  const line = (of: (rate: Rate) => number) =>
    rates
      .map((rate, index) => {
        const x = width - (rates.length - 1 - index);
        const y = height - 0.5 - (of(rate) / most) * (height - 1);
        return `${index === 0 ? 'M' : 'L'}${x} ${y.toFixed(2)}`;
      })
      .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-10 w-full"
    >
      <path d={line(({ up }) => up)} fill="none" vectorEffect="non-scaling-stroke" className="stroke-edge" />
      <path
        d={line(({ down }) => down)}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        className="stroke-safe"
      />
    </svg>
  );
}
