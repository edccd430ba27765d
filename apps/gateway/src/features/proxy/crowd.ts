/**
 * Whether one who has `own` connections open may open another where `all` of at most `most` are open, by `active` customers. Half of the places
 * are for whoever comes; of the other half nobody who has his even share of the first gets any, or a few with idle connections would keep all
 * others out.
 */
export function hasPlace(
  { own, all, most }: { readonly own: number; readonly all: number; readonly most: number },
  active: () => number,
): boolean {
  if (all < most / 2) return true;
  return all < most && own < most / 2 / Math.max(1, active());
}
