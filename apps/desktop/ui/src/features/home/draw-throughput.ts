import { rates, type Reading } from './throughput.ts';

/** What a user can see of the last minute: the same for the same sight, so that an idle tunnel is drawn once. */
export interface Throughput {
  /** Mbit/s of the last second, to a tenth. */
  readonly down: string;
  readonly up: string;
  /** Lines for a box of `width` by `height`, a second a unit, the latest at the right (SVG, path data). */
  readonly downLine: string;
  readonly upLine: string;
}

export const width = 60;
export const height = 16;
/** Bits a second that the box shows at least from bottom to top. */
const leastTop = 1e6;

/** From so many milliseconds on readings are those of the whole box: the first of them may be as far from its side as two are apart. */
const wholeMilliseconds = 57_000;

type Point = readonly [x: string, y: string];

/** Draws the readings of a minute. Before the first of a tunnel nothing went through it. */
export function drawThroughput(readings: readonly Reading[]): Throughput {
  const measured = rates(readings);
  const last = measured.at(-1) ?? { at: readings.at(-1)?.at ?? 0, down: 0, up: 0 };
  const top = Math.max(leastTop, ...measured.flatMap(({ down, up }) => [down, up]));
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
/** Maps a fraction to the box's height, less half a line width at both ends, rounded to a tenth: keepalives are not visible. */
const y = (part: number) => (height - 0.5 - part * (height - 1)).toFixed(1);

/** Of points in a row that are equally high the first and the last make the same line. */
function pathOf(points: readonly Point[]): string {
  const bends = points.filter(
    ([, high], index) => high !== points[index - 1]?.[1] || high !== points[index + 1]?.[1],
  );
  return `M${bends.map(([left, high]) => `${left} ${high}`).join('L')}`;
}
