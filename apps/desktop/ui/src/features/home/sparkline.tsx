import { height, type Throughput, width } from './draw-throughput.ts';

interface SparklineProps extends Pick<Throughput, 'downLine' | 'upLine'> {
  readonly label: string;
}

/** A minute of what came and went, the latest at the right. The figures below it say it in words. */
export function Sparkline({ label, downLine, upLine }: SparklineProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-10 w-full"
    >
      <path d={upLine} fill="none" vectorEffect="non-scaling-stroke" className="stroke-edge" />
      <path
        d={downLine}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        className="stroke-safe"
      />
    </svg>
  );
}
