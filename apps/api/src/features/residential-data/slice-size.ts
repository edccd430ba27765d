/** The most that a gateway is given at once, in bytes. */
const most = 64_000_000;
/** Below this a gateway would ask more often than it carries. */
const least = 1_000_000;

/**
 * How much of `remaining` bytes one of `purses` that draw at present is given: half of its share, so that the others find something too and
 * everything gets smaller towards the end. Slices come out of what remains, so that together they are never more than there is.
 */
export function sliceSize(remaining: number, purses: number): number {
  if (remaining <= 0) return 0;
  const share = Math.min(most, Math.floor(remaining / (2 * purses)));
  return Math.max(share, Math.min(least, remaining));
}
