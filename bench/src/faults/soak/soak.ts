import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { count, type Fault, type FaultFigure } from '../fault.ts';
import { openSimulatedClock } from './simulated-clock.ts';
import { startSoakLoad } from './load.ts';
import { type SoakSample, takeSample } from './samples.ts';

const defaultMinutes = 12;
/** Simulated hours before the first sample, after which a day's data is deleted as fast as it is created, and those with samples. */
const hours = { warmUp: 26, measured: 24 };
const samplesOfHour = 2;
/** Noise of a figure that is constant, as a share of it. */
const leastNoise = 0.01;

/**
 * A mixed load of a constant rate for some minutes, in which two days of scheduled jobs run. Neither memory, descriptors, rows nor disk may
 * grow more than they vary during the second day. Records of customers and payments are not counted: the load creates them.
 */
export const soak: Fault = {
  name: 'soak',
  title: 'soak: mixed load (accelerated clock for the jobs)',
  needsCluster: false,
  reduced: null,
  measure: ({ controlPlane, log, minutes }) => soakFor({ controlPlane }, minutes ?? defaultMinutes, log),
};

function soakFor(
  services: Pick<Services, 'controlPlane'>,
  minutes: number,
  log: (line: string) => void,
): Promise<readonly FaultFigure[]> {
  return services.controlPlane(async ({ addresses, apiPid }) => {
    const hourMs = (minutes * 60_000) / (hours.warmUp + hours.measured);
    const clock = await openSimulatedClock(addresses.database);
    const load = await startSoakLoad(addresses);
    const samples: SoakSample[] = [];
    let jobs = 0;
    try {
      for (let hour = 0; hour < hours.warmUp + hours.measured; hour += 1) {
        const began = performance.now();
        jobs += await clock.passHour();
        for (let part = 1; part <= samplesOfHour; part += 1) {
          await sleep(Math.max(0, began + (part * hourMs) / samplesOfHour - performance.now()));
          if (hour >= hours.warmUp) samples.push(await takeSample(addresses.database, apiPid));
        }
      }
      const { reads, signIns, purchases, failures } = await load.stop();
      for (const failure of new Set(failures)) log(failure);
      logTables(samples, log);
      return [
        { what: 'length', measured: minutes, unit: 'min', isTime: true },
        count('simulated hours of jobs', hours.warmUp + hours.measured),
        count('scheduled jobs', jobs),
        count('of them failed', clock.failedJobs(), 0),
        count('reads', reads),
        count('sign-ins', signIns),
        count('purchases', purchases),
        count('failures', failures.length, 0),
        ...growth('memory of the API', 'MB', samples, ({ memory }) => memory),
        ...growth('descriptors', '', samples, ({ descriptors }) => descriptors),
        ...growth('rows', '', samples, ({ rows }) => rows),
        ...growth('disk', 'MB', samples, ({ disk }) => disk),
      ];
    } finally {
      await load.stop();
      await clock.close();
    }
  });
}

/** The mean of a figure, and its growth on the second day with its noise as the bound. */
function growth(
  what: string,
  unit: string,
  samples: readonly SoakSample[],
  of: (sample: SoakSample) => number,
): readonly FaultFigure[] {
  const values = samples.map(of);
  const found = slopeOf(values);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const round = (figure: number) => Number(figure.toFixed(2));
  const atMost = round(Math.max(found.noise, leastNoise * mean));
  return [
    { what, measured: round(mean), unit },
    { what: 'its growth', measured: round(found.growth), unit, bound: { atMost } },
  ];
}

/** Logs the tables whose rows changed between the first and the last sample. */
function logTables(samples: readonly SoakSample[], log: (line: string) => void): void {
  const [first, last] = [samples[0]?.tables, samples.at(-1)?.tables];
  for (const [name, rows] of last ?? []) {
    const before = first?.get(name) ?? 0;
    if (rows !== before) log(`${name}: ${before} rows at first, ${rows} at last`);
  }
}

/** The change of a figure over its samples. */
interface Slope {
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
