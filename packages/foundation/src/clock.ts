/** The only way to ask for the time. Passed as an argument, so that a test can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export function manualClock(start: Date): Clock & { advance(milliseconds: number): void } {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    advance(milliseconds) {
      current += milliseconds;
    },
  };
}

/** Whole seconds since the Unix epoch, the unit that tickets and WireGuard speak. */
export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
