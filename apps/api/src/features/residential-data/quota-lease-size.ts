/** Maximum size of a lease in bytes. */
const maxBytes = 64_000_000;
/** Smaller leases would make a gateway request quota more often than useful. */
const minBytes = 1_000_000;

/**
 * Returns the size of the next lease out of `remaining` bytes, when `quotaAccounts` draw now: half of an equal share, so that data
 * is left for the others and leases shrink towards the end. Leases are taken from what remains, so their sum never exceeds the balance.
 */
export function quotaLeaseSize(remaining: number, quotaAccounts: number): number {
  if (remaining <= 0) return 0;
  const share = Math.min(maxBytes, Math.floor(remaining / (2 * quotaAccounts)));
  return Math.max(share, Math.min(minBytes, remaining));
}

/** Maximum unused bytes of one customer at one gateway, for any balance. */
const maxUnusedBytes = 8 * maxBytes;
/** Two leases for each of an account's ten devices, and for its proxy, at one gateway. */
const maxOpenLeases = 24;

/** What a gateway holds of one customer: the unreported bytes of open leases, and the number of those leases. */
export interface HeldQuotaLeases {
  readonly unusedBytes: number;
  readonly count: number;
}

/**
 * Returns the size of a lease, at most `bytes`, for a gateway with these leases: at most half of what it holds and `remaining` together, so
 * that a gateway which draws and never reports leaves the rest to others. The minimum lease is still given beyond that, for a session that
 * begins while another holds the half, as long as there are not too many; then 0, until usage is reported.
 */
export function cappedQuotaLease(bytes: number, remaining: number, held: HeldQuotaLeases): number {
  const room = Math.min(Math.floor((remaining - held.unusedBytes) / 2), maxUnusedBytes - held.unusedBytes);
  const minimum = Math.min(minBytes, remaining);
  if (room >= minimum) return Math.min(bytes, room);
  return held.count < maxOpenLeases ? minimum : 0;
}
