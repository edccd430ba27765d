import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { count, type Fault, type FaultFigure } from '../fault.ts';
import { openSimulatedClock } from './simulated-clock.ts';
import { growthOf } from './growth.ts';
import { startSoakLoad } from './load.ts';
import { type SoakSample, takeSample } from './samples.ts';

const defaultMinutes = 12;
/** Simulated hours before the first sample, after which a day's data is deleted as fast as it is created, and those with samples. */
const hours = { warmUp: 26, measured: 24 };
const samplesOfHour = 2;

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
      const of = (figure: 'memory' | 'descriptors' | 'rows' | 'disk') =>
        samples.map((sample) => sample[figure]);
      return [
        { what: 'length', measured: minutes, unit: 'min', isTime: true },
        count('simulated hours of jobs', hours.warmUp + hours.measured),
        count('scheduled jobs', jobs),
        count('of them failed', clock.failedJobs(), 0),
        count('reads', reads),
        count('sign-ins', signIns),
        count('purchases', purchases),
        count('failures', failures.length, 0),
        ...growthOf('memory of the API', 'MB', of('memory')),
        ...growthOf('descriptors', '', of('descriptors')),
        ...growthOf('rows', '', of('rows')),
        ...growthOf('disk', 'MB', of('disk')),
      ];
    } finally {
      await load.stop();
      await clock.close();
    }
  });
}

/** Logs the tables whose rows changed between the first and the last sample. */
function logTables(samples: readonly SoakSample[], log: (line: string) => void): void {
  const [first, last] = [samples[0]?.tables, samples.at(-1)?.tables];
  for (const [name, rows] of last ?? []) {
    const before = first?.get(name) ?? 0;
    if (rows !== before) log(`${name}: ${before} rows at first, ${rows} at last`);
  }
}
