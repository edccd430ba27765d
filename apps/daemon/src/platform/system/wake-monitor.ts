/** Interval of the clock checks in ms, and the delay that a busy machine may cause. */
const every = 2_000;
const lateness = 4_000;

/**
 * Calls `onWake` when the time has jumped: this machine slept, or this process was stopped. Uses the wall clock, because the
 * monotonic one stops while a machine sleeps.
 */
export function watchSleep(
  onWake: () => void,
  now: () => number = Date.now,
  repeat: (callback: () => void, milliseconds: number) => NodeJS.Timeout = setInterval,
): { close(): void } {
  let last = now();
  const timer = repeat(() => {
    const slept = now() - last - every;
    last = now();
    if (slept > lateness) onWake();
  }, every);
  return { close: () => clearInterval(timer) };
}
