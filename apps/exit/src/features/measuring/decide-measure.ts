import { exitMeasure } from '@comet/contract';
import type { Caps } from '../allowance/index.ts';

/** Bytes. Fewer say nothing of a line. */
const least = 100_000;
/** Milliseconds for which a figure stands; and until it is tried again where there was none. */
const standsFor = 24 * 3_600_000;
const retryAfter = 3_600_000;
/** Bytes a second above which a line is at work for somebody, and is left alone. */
const quiet = 100_000;

/** What a measurement is decided by; times in milliseconds. */
export interface Occasion {
  readonly now: number;
  readonly measuredAt: number | null;
  readonly triedAt: number | null;
  /** Both ways, since it was asked last. */
  readonly carriedPerSecond: number;
  readonly caps: Caps;
  /** Bytes carried today. */
  readonly today: number;
}

/**
 * How many bytes each way are worth a measurement now; null for none. Once a day, on a line that is quiet, and never more than half a
 * percent of the day's cap while half of that is left, or a quarter of a second's at the capped speed.
 */
export function measureBytes({
  now,
  measuredAt,
  triedAt,
  carriedPerSecond,
  caps,
  today,
}: Occasion): number | null {
  const stands = measuredAt !== null && now - measuredAt < standsFor && now >= measuredAt;
  const tried = triedAt !== null && now - triedAt < retryAfter && now >= triedAt;
  if (stands || tried || carriedPerSecond > quiet) return null;
  const { dayBytes, bytesPerSecond } = caps;
  if (dayBytes !== null && today > dayBytes / 2) return null;
  const bytes = Math.min(
    exitMeasure.mostBytes,
    Math.floor((dayBytes ?? Number.POSITIVE_INFINITY) / 200),
    Math.floor((bytesPerSecond ?? Number.POSITIVE_INFINITY) / 4),
  );
  return bytes < least ? null : bytes;
}
