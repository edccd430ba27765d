import { type PartyKind, formatText, whoSeesWhatTexts as texts } from '@comet/texts/site';

interface Stop {
  readonly kind: PartyKind;
  readonly name: string;
  /** Whether traffic from here to the next stop is outside the tunnel. */
  readonly isOutside?: boolean;
}

interface RouteDrawingProps {
  /** At least two, in the order of the route; the last one is outside the tunnel. */
  readonly stops: readonly Stop[];
  /** Draws several people at the start, who share the route. */
  readonly isShared?: boolean;
}

const width = 360;
const middle = 36;
/** Vertical distance between people who share a route. */
const apart = 18;
const edge = 10;

/** A small drawing of a route: a trail through its stops. */
export function RouteDrawing({ stops, isShared = false }: RouteDrawingProps) {
  const gap = (width - 2 * edge) / (stops.length - 1);
  const points = stops.map((stop, at) => ({
    ...stop,
    x: edge + at * gap,
    y: middle + (at % 2 === 0 ? 5 : -5),
  }));
  const last = points.length - 1;
  return (
    <svg
      role="img"
      aria-label={formatText(texts.route, { names: stops.map(({ name }) => name).join(texts.stop) })}
      viewBox={`0 0 ${width} 84`}
      className="block h-auto w-full max-w-[30rem] fill-none"
    >
      {points.slice(1).map(({ name, x, y }, at) => {
        const from = points[at] ?? { x, y, isOutside: false };
        const half = (x - from.x) / 2;
        const isInside = at + 1 < last && from.isOutside !== true;
        return (
          <path
            key={name}
            d={`M${from.x} ${from.y} C ${from.x + half} ${from.y - 14}, ${x - half} ${y + 14}, ${x} ${y}`}
            className={isInside ? 'stroke-comet' : 'stroke-quiet'}
            strokeWidth={isInside ? 2.5 : 1.75}
            strokeDasharray={isInside ? undefined : '1.5 5'}
            strokeLinecap="round"
          />
        );
      })}
      {isShared &&
        [-apart, apart].map((offset) => (
          <g key={offset}>
            <path
              d={`M${edge} ${middle + 5 + offset} Q ${edge + gap / 2} ${middle + offset}, ${edge + gap} ${middle - 5}`}
              className="stroke-comet"
              strokeWidth="1.75"
            />
            <circle cx={edge} cy={middle + 5 + offset} r="5" className="fill-quiet" />
          </g>
        ))}
      {points.map(({ kind, name, x, y }) => (
        <g key={name}>
          <Dot kind={kind} x={x} y={y} />
          <text x={labelAt(x)} y={78} textAnchor={anchorOf(x)} className="fill-quiet text-[0.75rem]">
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Labels at the edges are aligned so that they stay inside the drawing. */
function anchorOf(x: number): 'start' | 'middle' | 'end' {
  if (x <= edge) return 'start';
  return x >= width - edge ? 'end' : 'middle';
}

/** Aligned to the edge of the dot instead of its center. */
const labelAt = (x: number): number => {
  if (x <= edge) return x - 7;
  return x >= width - edge ? x + 7 : x;
};

function Dot({ kind, x, y }: { readonly kind: PartyKind; readonly x: number; readonly y: number }) {
  switch (kind) {
    case 'you':
      return <circle cx={x} cy={y} r="7" className="fill-ink" />;
    case 'home':
      return (
        <path
          d={`M${x - 9} ${y} L${x} ${y - 9} L${x + 9} ${y} V${y + 9} H${x - 9} Z`}
          className="fill-raised stroke-comet"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
      );
    case 'site':
      return <circle cx={x} cy={y} r="7" className="fill-safe" />;
    case 'network':
      return <circle cx={x} cy={y} r="7" className="fill-raised stroke-edge" strokeWidth="2.5" />;
    case 'server':
      return <circle cx={x} cy={y} r="7" className="fill-raised stroke-comet" strokeWidth="2.5" />;
  }
}
