import { labPrerequisites } from '@comet/lab';
import { SECOND_TRY, SKIPPED } from '@comet/stack';
import type { Bench } from './bench.ts';
import { whyNot } from './packages.ts';
import { type Services, sharedService } from './services.ts';
import { smokeProblem } from './smoke.ts';

/**
 * Runs one short turn of each bench on one service, with a line for each: whether it passed, failed, or cannot run here. Benches that need
 * a lab run beside the others, in turn each: nothing is timed, and both wait much. One that fails is tried once more, like every test.
 * Returns whether all passed. After a signal no further bench begins.
 */
export async function runSmoke(benches: readonly Bench[], say: (line: string) => void): Promise<boolean> {
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (interrupted = true));
  const started: string[] = [];
  const lab = benches.some(({ needsLab }) => needsLab) && (await labPrerequisites()).ok;
  const service = sharedService((line) => started.push(line), lab);
  const lanes = Map.groupBy(benches, ({ needsLab = false }) => needsLab);
  const runLane = async (lane: readonly Bench[]): Promise<boolean> => {
    let allPassed = true;
    for (const bench of lane) {
      const passed = !interrupted && (await runBench(bench, service, started, say));
      allPassed &&= passed;
    }
    return allPassed;
  };
  try {
    const passed = await Promise.all([...lanes.values()].map(runLane));
    return !passed.includes(false);
  } finally {
    await service.stop();
  }
}

/** Runs one bench, twice where it fails, and says how it ended; of a failure also what it logged, and the service at its start. */
async function runBench(
  bench: Bench,
  services: Services,
  started: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  const reason = await whyNot(bench);
  if (reason !== null) {
    say(`${SKIPPED}bench ${bench.name}: ${reason}`);
    return false;
  }
  const logged: string[] = [];
  const log = (line: string): void => void logged.push(line);
  const begin = performance.now();
  const first = await problemOf(bench, services, log);
  const problem = first === null ? null : await problemOf(bench, services, log);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (problem !== null) {
    const lines = [...started, ...logged].map((line) => `  ${line}`);
    say([`failed: bench ${bench.name}, ${seconds} s: ${problem}`, ...lines].join('\n'));
    return false;
  }
  say(`passed: bench ${bench.name}, ${seconds} s`);
  if (first !== null) say(`${SECOND_TRY}bench ${bench.name} (${first})`);
  return true;
}

async function problemOf(
  bench: Bench,
  services: Services,
  log: (line: string) => void,
): Promise<string | null> {
  try {
    return smokeProblem(await bench.measure({ ...services, log, extent: 'smoke' }), bench.better);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
