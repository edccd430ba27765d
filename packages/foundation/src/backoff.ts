/**
 * Returns the delay before retry number `attempt` (from 0): exponential growth from `first` to `max` milliseconds, randomised between half
 * and all of it. `random` returns a number in [0, 1).
 */
export function backoffDelay(
  attempt: number,
  options: { first: number; max: number },
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(options.max, options.first * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

/**
 * The same for one of many clients that fail at the same moment: between zero and the maximum ("full jitter", Marc Brooker, "Exponential
 * Backoff And Jitter", AWS Architecture Blog 2015), so that clients do not reconnect at the same moments.
 */
export function fleetBackoffDelay(
  attempt: number,
  options: { first: number; max: number },
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(options.max, options.first * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling * random());
}
