import { rates, type Reading } from './throughput.ts';

/**
 * The throughput graph of the last minute as text, so that equal graphs compare equal and an idle tunnel is
 * rendered once.
 */
export interface Throughput {
  /** Mbit/s of the last second, rounded to a tenth. */
  readonly down: string;
  readonly up: string;
  /** SVG path data for a box of `width` by `height`: one unit is one second, the latest reading is at the right. */
  readonly downLine: string;
  readonly upLine: string;
}

export const width = 60;
export const height = 16;
/** Minimum of the scale's upper end, in bit/s. */
const minTop = 1e6;

/** Readings that span at least this many milliseconds fill the box: the first may be up to 3 s right of its left edge. */
const wholeMilliseconds = 57_000;

type Point = readonly [x: string, y: string];

/** Draws the readings of the last minute. The line is at zero before a new tunnel's first reading. */
export function drawThroughput(readings: readonly Reading[]): Throughput {
  const measured = rates(readings);
  const last = measured.at(-1) ?? { at: readings.at(-1)?.at ?? 0, down: 0, up: 0 };
  const top = Math.max(minTop, ...measured.flatMap(({ down, up }) => [down, up]));
  const began = last.at - (readings[0]?.at ?? last.at);
  const line = (way: 'down' | 'up') => {
    const points = measured.map((rate): Point => [x(last.at - rate.at), y(rate[way] / top)]);
    const left: readonly Point[] =
      began < wholeMilliseconds
        ? [x(width * 1000), x(began)].map((at): Point => [at, y(0)])
        : [[x(width * 1000), points[0]?.[1] ?? y(0)]];
    return pathOf([...left, ...points]);
  };
  return {
    down: (last.down / 1e6).toFixed(1),
    up: (last.up / 1e6).toFixed(1),
    downLine: line('down'),
    upLine: line('up'),
  };
}

const x = (millisecondsAgo: number) => (width - millisecondsAgo / 1000).toFixed(1);
/** Maps a fraction of the scale to a y coordinate, half a line width inside the box. Rounded to 0.1, so that keepalives do not show. */
const y = (part: number) => (height - 0.5 - part * (height - 1)).toFixed(1);

/** Returns the path through the points, without those between two of equal height. */
function pathOf(points: readonly Point[]): string {
  const bends = points.filter(
    ([, high], index) => high !== points[index - 1]?.[1] || high !== points[index + 1]?.[1],
  );
  return `M${bends.map(([left, high]) => `${left} ${high}`).join('L')}`;
}
