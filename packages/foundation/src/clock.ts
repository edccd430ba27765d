/** The only source of the time. Passed as an argument, so that a test can control it. */
export interface Clock {
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock whose time changes only by `advance`. */
export function manualClock(start: Date): Clock & { advance(milliseconds: number): void } {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    advance(milliseconds) {
      current += milliseconds;
    },
  };
}

/** Whole seconds since the Unix epoch, the unit of tickets and WireGuard. */
export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
