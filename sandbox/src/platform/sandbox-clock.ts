import type { Clock } from '@comet/foundation';

/** The sandbox's time: the real one plus an offset that only grows, so that months pass in a moment. */
export interface SandboxClock extends Clock {
  /** Moves forward to `moment`; an earlier one changes nothing. */
  moveTo(moment: Date): void;
  /** Runs `work` as if it were `moment`, which is how things that fall due in the middle of a jump get their own time. */
  at<T>(moment: Date, work: () => T): T;
}

/** `offset` is kept by the caller, in milliseconds, so that it survives a restart. */
export function sandboxClock(system: Clock, offset: { clockOffset: number }): SandboxClock {
  let pinned: Date | null = null;
  const now = (): Date => pinned ?? new Date(system.now().getTime() + offset.clockOffset);
  return {
    now,
    moveTo(moment) {
      offset.clockOffset += Math.max(0, moment.getTime() - now().getTime());
    },
    at(moment, work) {
      const before = pinned;
      pinned = moment;
      try {
        return work();
      } finally {
        pinned = before;
      }
    },
  };
}
