import { worldSize, type WorldDot, worldDots } from '@comet/ui/world';

/**
 * Returns the dots as one path of zero-length strokes, which round caps turn into dots. Coordinates are
 * relative to the previous dot, which compresses best.
 */
export function dotsPath(dots: readonly WorldDot[]): string {
  let at = { x: 0, y: 0 };
  return dots
    .toSorted((one, other) => one.y - other.y || one.x - other.x)
    .map(({ x, y }) => {
      const step = `m${trim(x - at.x)} ${trim(y - at.y)}h0`;
      at = { x: at.x + trim(x - at.x), y: at.y + trim(y - at.y) };
      return step;
    })
    .join('');
}

/** Rounds to a hundredth of a column. */
const trim = (value: number): number => Math.round(value * 100) / 100;

/** Returns the dots of all countries except these. */
export function landWithout(countries: ReadonlySet<string>): readonly WorldDot[] {
  return [...worldDots].flatMap(([code, dots]) => (countries.has(code) ? [] : dots));
}

const dotsIn = (country: string): readonly WorldDot[] => worldDots.get(country) ?? [];

interface WorldMapProps {
  /** Text alternative in one sentence: a list beside the map names the lit countries. */
  readonly label: string;
  /** Country codes, upper case. */
  readonly lit: readonly string[];
}

/** The world as dots, with those of the given countries lit. A single small country is circled. */
export function WorldMap({ label, lit }: WorldMapProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${worldSize.width} ${worldSize.height}`}
      className="block h-auto w-full"
      strokeLinecap="round"
      fill="none"
    >
      <path d={dotsPath(landWithout(new Set(lit)))} className="stroke-edge" strokeWidth="0.36" />
      <path d={dotsPath(lit.flatMap(dotsIn))} className="stroke-comet" strokeWidth="0.72" />
      {lit.length === 1 && <Halo dots={lit.flatMap(dotsIn)} />}
    </svg>
  );
}

/** Number of dots up to which a country is easily overlooked. */
const fewDots = 6;

/** A circle around a country with few dots. */
function Halo({ dots }: { readonly dots: readonly WorldDot[] }) {
  if (dots.length === 0 || dots.length > fewDots) return null;
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const center = { x: middle(dots.map(({ x }) => x)), y: middle(dots.map(({ y }) => y)) };
  const farthest = Math.max(...dots.map(({ x, y }) => Math.hypot(x - center.x, y - center.y)));
  return (
    <circle
      cx={trim(center.x)}
      cy={trim(center.y)}
      r={trim(farthest + 1.8)}
      className="stroke-comet"
      strokeWidth="0.24"
    />
  );
}
