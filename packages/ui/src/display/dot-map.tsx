import type { MouseEvent, ReactNode } from 'react';
import { classes } from '../actions/classes.ts';

interface LitDots {
  readonly key: string;
  readonly title: string;
  readonly dots: readonly Dot[];
  /** Emphasised among the lit countries. */
  readonly strong?: boolean;
}

interface DotMapProps {
  /** Text alternative in one sentence: a list beside the map names the lit countries. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly dark: readonly Dot[];
  /** Lit dots are grouped by country: pointing at one shows the country's name. */
  readonly lit: readonly LitDots[];
  /** Called with a country for a click on it or near it. Provide a keyboard alternative. */
  readonly onPick?: (key: string) => void;
  /** Shapes above the dots, in columns of the map. */
  readonly children?: ReactNode;
}

const darkRadius = 0.2;
const litRadius = 0.36;
const strongRadius = 0.46;
/** Maximum distance of a click from a dot, in columns: a single dot would be too small a target. */
const reach = 4;

/** A map made of dots, some of which are lit. */
export function DotMap({ label, width, height, dark, lit, onPick, children }: DotMapProps) {
  function pick(event: MouseEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = width / box.width;
    const point = { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
    const key = nearestGroup(point, lit, reach);
    if (key !== null) onPick?.(key);
  }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      onClick={onPick === undefined ? undefined : pick}
      className={classes('block h-auto w-full', onPick !== undefined && 'cursor-pointer')}
    >
      {/* One path for all unlit dots, because a thousand elements would be slow to render. */}
      <path d={dark.map((dot) => circle(dot, darkRadius)).join('')} className="fill-edge" />
      {lit.map(({ key, title, dots, strong = false }) => (
        <path
          key={key}
          d={dots.map((dot) => circle(dot, strong ? strongRadius : litRadius)).join('')}
          className={strong ? 'fill-ink' : 'fill-comet'}
        >
          <title>{title}</title>
        </path>
      ))}
      {children}
    </svg>
  );
}

function circle({ x, y }: Dot, radius: number): string {
  return `M${(x - radius).toFixed(2)} ${y.toFixed(2)}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;
}

interface Dot {
  /** Position in columns and rows of the map, from its upper left corner. */
  readonly x: number;
  readonly y: number;
}

/** Returns the key of the group with the dot nearest to a point; null if no dot is within `reach`. */
export function nearestGroup(
  point: Dot,
  groups: readonly { readonly key: string; readonly dots: readonly Dot[] }[],
  reach: number,
): string | null {
  let nearest: string | null = null;
  let nearestDistance = reach;
  for (const { key, dots } of groups) {
    for (const { x, y } of dots) {
      const distance = Math.hypot(x - point.x, y - point.y);
      if (distance <= nearestDistance) [nearest, nearestDistance] = [key, distance];
    }
  }
  return nearest;
}
