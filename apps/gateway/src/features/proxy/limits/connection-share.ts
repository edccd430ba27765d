/**
 * Whether a customer with `own` open connections may open another where `all` of at most `most` are open, by `active` customers. Half of
 * the slots are shared freely; the other half is for customers with less than their even share of the first, so that a few with idle
 * connections cannot exclude all others.
 */
export function hasFreeSlot(
  { own, all, most }: { readonly own: number; readonly all: number; readonly most: number },
  active: () => number,
): boolean {
  if (all < most / 2) return true;
  return all < most && own < most / 2 / Math.max(1, active());
}
