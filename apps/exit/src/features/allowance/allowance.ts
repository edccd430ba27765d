import type { Caps, Usage, OwnerLimits } from './allowance.store.ts';

/** Number of days in the owner's statistics. */
const keptDays = 90;

/** Bytes left of a day's cap below which the next packet may be refused: two of the largest packets that the kernel coalesces. */
const minLeftBytes = 131_072;

/** The traffic that is permitted now. */
export interface Allowance {
  readonly state: 'open' | 'paused' | 'full';
  readonly bytesPerSecond: number | null;
  /** For the whole day; null for no cap. */
  readonly dayBytes: number | null;
}

/** Returns the lower of the owner's and the operator's limits. The owner's pause takes precedence. */
export function allowanceOf(ownerLimits: OwnerLimits, operator: Caps, today: number): Allowance {
  const lower = (one: number | null, other: number | null) =>
    one === null || other === null ? (one ?? other) : Math.min(one, other);
  const dayBytes = lower(ownerLimits.caps.dayBytes, operator.dayBytes);
  const full = dayBytes !== null && dayBytes - today < minLeftBytes;
  return {
    state: ownerLimits.paused ? 'paused' : full ? 'full' : 'open',
    bytesPerSecond: lower(ownerLimits.caps.bytesPerSecond, operator.bytesPerSecond),
    dayBytes,
  };
}

/** Returns the days with `bytes` added to `day`. */
export function moreUsage({ days, counted }: Usage, day: string, bytes: number): Usage {
  const grown = { ...days, [day]: (days[day] ?? 0) + bytes };
  const kept = Object.keys(grown).toSorted().slice(-keptDays);
  return { version: 1, counted, days: Object.fromEntries(kept.map((one) => [one, grown[one] ?? 0])) };
}
