/**
 * How long to wait before try number `attempt` (0 is the first retry): exponential growth from `first` to `most`
 * milliseconds, with "full jitter" between half and all of it, so that a fleet does not return in step.
 * `random` gives a number in [0, 1).
 */
export function backoffDelay(
  attempt: number,
  options: { first: number; most: number },
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(options.most, options.first * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
