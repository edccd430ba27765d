/** The age in ms that a read from a replica may have. */
const maxLagMs = 1_000;

/** Positions that are remembered: more than are written in the permitted age. */
const remembered = 64;

/**
 * Measures how old a replica's data is, by positions in the write-ahead log (bytes) instead of clocks: it contains everything that was
 * written until the latest moment whose position it has replayed. Correct also while the primary is idle, and while the replica has lost it.
 */
export function createLagMeter(monotonicMs: () => number = () => performance.now()) {
  let written: readonly { readonly at: number; readonly position: number }[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  return {
    /** `position`: of the primary, read after `at`; null if it has none. */
    wrote(at: number, position: number | null): void {
      if (position !== null) written = [...written, { at, position }].slice(-remembered);
    },
    /** `position`: up to which the replica has replayed; null for a server that is no replica. */
    replayed(position: number | null): void {
      const reached = position === null ? undefined : written.findLast((one) => one.position <= position);
      if (reached !== undefined) freshAt = Math.max(freshAt, reached.at);
    },
    isFresh: (): boolean => monotonicMs() - freshAt <= maxLagMs,
    /** Until the next measurement the replica is not fresh. */
    expire(): void {
      freshAt = Number.NEGATIVE_INFINITY;
      written = [];
    },
  };
}
