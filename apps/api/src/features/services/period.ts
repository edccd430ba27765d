import { addMonths } from '../plans/index.ts';

/** What one order bought of a service. */
export interface Period {
  readonly months: number;
  readonly boughtAt: Date;
  readonly refundedAt: Date | null;
}

/**
 * Until when a service runs that began at `startedAt`: its periods one after the other, each from the end of the one before, or from when
 * it was bought if that was later. Those given back do not count; null when none is left.
 */
export function activeUntilOf(periods: readonly Period[], startedAt: Date): Date | null {
  const kept = periods
    .filter(({ refundedAt }) => refundedAt === null)
    .toSorted((one, other) => one.boughtAt.getTime() - other.boughtAt.getTime());
  if (kept.length === 0) return null;
  return kept.reduce(
    (until, { boughtAt, months }) => addMonths(boughtAt > until ? boughtAt : until, months),
    startedAt,
  );
}
