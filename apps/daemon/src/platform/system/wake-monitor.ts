/** Interval of the clock checks in ms, and the delay that a busy machine may cause. */
const interval = 2_000;
const maxDelay = 4_000;

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
    const slept = now() - last - interval;
    last = now();
    if (slept > maxDelay) onWake();
  }, interval);
  return { close: () => clearInterval(timer) };
}
