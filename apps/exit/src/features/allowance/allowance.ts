import type { Caps, Usage, OwnerLimits } from './allowance.store.ts';

/** Number of days in the owner's statistics. */
const keptDays = 90;

/** Bytes. Where less is left of a day's cap than two of the largest packets that the kernel puts together, the next may be refused. */
const minLeftBytes = 131_072;

/** What may be carried now. */
export interface Allowance {
  readonly state: 'open' | 'paused' | 'full';
  readonly bytesPerSecond: number | null;
  /** For the whole day; null for no cap. */
  readonly dayBytes: number | null;
}

/** The lower of what owner and operator allow. The owner's pause comes before everything. */
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

/** The days with so many bytes more on `day`. */
export function moreUsage({ days, counted }: Usage, day: string, bytes: number): Usage {
  const grown = { ...days, [day]: (days[day] ?? 0) + bytes };
  const kept = Object.keys(grown).toSorted().slice(-keptDays);
  return { version: 1, counted, days: Object.fromEntries(kept.map((one) => [one, grown[one] ?? 0])) };
}
