import { worldSize } from '@comet/ui/world';
import { dotsPath, landWithout } from './world-map.tsx';

interface TrailMapProps {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** Berlin and Tokyo, in columns and rows of the map. */
const start = { x: 52, y: 8 };
const end = { x: 87, y: 12.6 };

/** The trail between two cities, animated once when the page opens. */
export function TrailMap({ label, from, to }: TrailMapProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 -3 ${worldSize.width} ${worldSize.height + 3}`}
      className="block h-auto w-full"
      fill="none"
    >
      <defs>
        <linearGradient id="trail" gradientUnits="userSpaceOnUse" x1={start.x} y1="0" x2={end.x} y2="0">
          <stop offset="0" className="[stop-color:var(--trail)]" stopOpacity="0" />
          <stop offset="0.45" className="[stop-color:var(--trail)]" />
          <stop offset="1" className="[stop-color:var(--comet)]" />
        </linearGradient>
      </defs>
      <path
        d={dotsPath(landWithout(new Set()))}
        className="stroke-edge"
        strokeWidth="0.36"
        strokeLinecap="round"
      />
      <path
        d={`M${start.x} ${start.y}C${start.x + 9} -3 ${end.x - 11} -3 ${end.x} ${end.y}`}
        stroke="url(#trail)"
        strokeWidth="0.55"
        strokeLinecap="round"
        pathLength="1"
        strokeDasharray="1"
        className="animate-fly motion-reduce:animate-none"
      />
      <circle cx={start.x} cy={start.y} r="0.6" className="fill-ink" />
      <circle
        cx={end.x}
        cy={end.y}
        r="1.1"
        className="animate-arrive motion-reduce:animate-none fill-comet"
      />
      {/* The outline keeps the dots away from the letters. */}
      <g
        className="max-sm:hidden stroke-ground"
        fontSize="2.1"
        strokeWidth="0.9"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        <text x={start.x - 1.2} y={start.y + 3.4} textAnchor="end" className="fill-quiet">
          {from}
        </text>
        <text
          x={end.x}
          y={end.y + 4}
          textAnchor="middle"
          className="animate-arrive motion-reduce:animate-none fill-ink"
        >
          {to}
        </text>
      </g>
    </svg>
  );
}
