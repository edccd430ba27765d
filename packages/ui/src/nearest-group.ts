export interface Dot {
  /** In columns and rows of the map, from its upper left corner. */
  readonly x: number;
  readonly y: number;
}

/** The key of the dots that a point is nearest to, or null when none of them is within `reach`. */
export function nearestGroup(
  point: Dot,
  groups: readonly { readonly key: string; readonly dots: readonly Dot[] }[],
  reach: number,
): string | null {
  let nearest: string | null = null;
  let least = reach;
  for (const { key, dots } of groups) {
    for (const { x, y } of dots) {
      const distance = Math.hypot(x - point.x, y - point.y);
      if (distance <= least) [nearest, least] = [key, distance];
    }
  }
  return nearest;
}
