import type { FaultFigure } from '../fault.ts';

/** Noise of a figure that is constant, as a share of it. */
const leastNoise = 0.01;

/** The mean of equidistant samples, and their growth with its noise as the bound. */
export function growthOf(what: string, unit: string, samples: readonly number[]): readonly FaultFigure[] {
  const { growth, noise } = slopeOf(samples);
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const atMost = round(Math.max(noise, leastNoise * mean));
  return [
    { what, measured: round(mean), unit },
    { what: 'its growth', measured: round(growth), unit, bound: { atMost } },
  ];
}

/** The same with the standard error of the growth. */
export function growthWithErrorOf(
  what: string,
  unit: string,
  samples: readonly number[],
): readonly FaultFigure[] {
  const { standardError } = slopeOf(samples);
  return [
    ...growthOf(what, unit, samples),
    { what: 'standard error of its growth', measured: round(standardError), unit },
  ];
}

const round = (figure: number): number => Number(figure.toFixed(2));

/** The change of a figure over its samples. */
interface Slope {
  /** Change over the whole time by the line of least squares. */
  readonly growth: number;
  /** Twice the standard deviation of the samples from that line. */
  readonly noise: number;
  /** Standard error of the growth, for independent deviations. */
  readonly standardError: number;
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
  const standardError = (count - 1) * Math.sqrt(squares / (count - 2) / variance);
  return { growth: each * (count - 1), noise: 2 * Math.sqrt(squares / count), standardError };
}
