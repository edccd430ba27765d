/** The most that a gateway is given at once, in bytes. */
const most = 64_000_000;
/** Below this a gateway would ask more often than it carries. */
const least = 1_000_000;

/**
 * How much of `remaining` bytes one of `quotaAccounts` that draw at present is given: half of its share, so that the others find something too and
 * everything gets smaller towards the end. Slices come out of what remains, so that together they are never more than there is.
 */
export function quotaLeaseSize(remaining: number, quotaAccounts: number): number {
  if (remaining <= 0) return 0;
  const share = Math.min(most, Math.floor(remaining / (2 * quotaAccounts)));
  return Math.max(share, Math.min(least, remaining));
}

/** Bytes of one customer that one gateway may hold unused, however much the customer has. */
const mostUnused = 8 * most;
/** Two slices for each of an account's ten devices, and for its proxy, that are at one gateway. */
const mostOpen = 24;

/** What a gateway holds of one customer: the bytes of open slices that were not reported as used, and how many slices those are. */
export interface HeldQuotaLeases {
  readonly unusedBytes: number;
  readonly count: number;
}

/**
 * How much of a lease of `bytes` a gateway is given that holds so much already: at most half of what it holds and `remaining` together,
 * so that a gateway which draws and never reports leaves the rest to the others. The least lease is given above that, for a session that
 * begins while another holds its half, as long as there are not too many; 0 after that, until something was reported as used.
 */
export function cappedQuotaLease(bytes: number, remaining: number, held: HeldQuotaLeases): number {
  const room = Math.min(Math.floor((remaining - held.unusedBytes) / 2), mostUnused - held.unusedBytes);
  const smallest = Math.min(least, remaining);
  if (room >= smallest) return Math.min(bytes, room);
  return held.count < mostOpen ? smallest : 0;
}
