/**
 * Whether a customer with `own` open connections may open another where `all` of at most `max` are open, by `active` customers. Half of
 * the slots are shared freely; the other half is for customers with less than their even share of the first, so that a few with idle
 * connections cannot exclude all others.
 */
export function hasFreeSlot(
  { own, all, max }: { readonly own: number; readonly all: number; readonly max: number },
  active: () => number,
): boolean {
  if (all < max / 2) return true;
  return all < max && own < max / 2 / Math.max(1, active());
}
