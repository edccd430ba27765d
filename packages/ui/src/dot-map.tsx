interface Dot {
  /** In columns and rows of the map, from its upper left corner. */
  readonly x: number;
  readonly y: number;
}

interface DotMapProps {
  /** What the map says, in a sentence: what is lit is named in a list beside it. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly dark: readonly Dot[];
  /** What is lit belongs together by place: pointing at one of its dots names it. */
  readonly lit: readonly { readonly key: string; readonly title: string; readonly dots: readonly Dot[] }[];
}

const darkRadius = 0.2;
const litRadius = 0.36;

/** Dots that together are a map; some of them carry light. */
export function DotMap({ label, width, height, dark, lit }: DotMapProps) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="block h-auto w-full">
      {/* One path for what says nothing by itself: a thousand elements would be slow to draw. */}
      <path d={dark.map((dot) => circle(dot, darkRadius)).join('')} className="fill-edge" />
      {lit.map(({ key, title, dots }) => (
        <path key={key} d={dots.map((dot) => circle(dot, litRadius)).join('')} className="fill-comet">
          <title>{title}</title>
        </path>
      ))}
    </svg>
  );
}

function circle({ x, y }: Dot, radius: number): string {
  return `M${(x - radius).toFixed(2)} ${y.toFixed(2)}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;
}
