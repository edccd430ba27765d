import { worldSize } from '@comet/ui/world';
import { dotsIn, dotsPath, landWithout } from './dots.ts';

interface WorldMapProps {
  /** What the map says, in a sentence: what is lit is named beside it. */
  readonly label: string;
  /** Country codes, upper case. */
  readonly lit: readonly string[];
}

/** The world as dots; countries that are named carry light. */
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
    </svg>
  );
}
