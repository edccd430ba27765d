/** The change of a figure over its samples. */
export interface Slope {
  /** Change over the whole time by the line of least squares. */
  readonly growth: number;
  /** Twice the standard deviation of the samples from that line. */
  readonly noise: number;
}

/** Returns the slope of equidistant samples. */
export function slopeOf(samples: readonly number[]): Slope {
  const count = samples.length;
  const [middle, mean] = [(count - 1) / 2, samples.reduce((sum, sample) => sum + sample, 0) / count];
  let [covariance, variance] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    covariance += (index - middle) * (sample - mean);
    variance += (index - middle) ** 2;
  }
  const each = covariance / variance;
  const squares = samples.reduce(
    (sum, sample, index) => sum + (sample - mean - each * (index - middle)) ** 2,
    0,
  );
  return { growth: each * (count - 1), noise: 2 * Math.sqrt(squares / count) };
}
