import { labPrerequisites } from '@comet/lab';
import { RETRIED, SKIPPED } from '@comet/stack';
import { type Bench, skipReason } from './bench.ts';
import { type Services, sharedService } from './services.ts';
import { type CaseFigures, judge } from './report.ts';

/**
 * Runs one short turn of each bench on one service and prints for each whether it passed, failed, or cannot run on this machine. Benches
 * with and without the lab run concurrently, each group sequentially: nothing is timed, and both mostly wait. A failed bench is retried
 * once, like every test. Returns whether all passed. After a signal no further bench starts.
 */
export async function runSmoke(benches: readonly Bench[], print: (line: string) => void): Promise<boolean> {
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (interrupted = true));
  const started: string[] = [];
  const lab = benches.some(({ needsLab }) => needsLab) && (await labPrerequisites()).ok;
  const service = sharedService((line) => started.push(line), lab);
  const workers = Map.groupBy(benches, ({ needsLab = false }) => needsLab);
  const runWorker = async (worker: readonly Bench[]): Promise<boolean> => {
    let allPassed = true;
    for (const bench of worker) {
      const passed = !interrupted && (await runBench(bench, service, started, print));
      allPassed &&= passed;
    }
    return allPassed;
  };
  try {
    const passed = await Promise.all([...workers.values()].map(runWorker));
    return !passed.includes(false);
  } finally {
    await service.stop();
  }
}

/** Runs one bench, retries it once if it fails, and prints the result; after a failure also its log and the service's startup log. */
async function runBench(
  bench: Bench,
  services: Services,
  started: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const reason = await skipReason(bench);
  if (reason !== null) {
    print(`${SKIPPED}bench ${bench.name}: ${reason}`);
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
    print([`failed: bench ${bench.name}, ${seconds} s: ${problem}`, ...lines].join('\n'));
    return false;
  }
  print(`passed: bench ${bench.name}, ${seconds} s`);
  if (first !== null) print(`${RETRIED}bench ${bench.name} (${first})`);
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

/**
 * Returns a sentence about invalid figures of a smoke run; null if both sides of every case have finite figures above
 * zero. Targets are not checked: a single short turn does not suffice.
 */
export function smokeProblem(cases: readonly CaseFigures[], better: 'higher' | 'lower'): string | null {
  if (cases.length === 0) return 'it measured no case';
  for (const one of cases) {
    for (const [side, figures] of Object.entries({ ours: one.ours, ...one.peers })) {
      if (figures.length === 0) return `${one.case}: no figure of ${side}`;
      const wrong = figures.find((figure) => !isFigure(figure, one.canBeZero === true));
      if (wrong !== undefined) return `${one.case}: ${wrong} is no figure of ${side}`;
    }
    try {
      judge(one, better);
    } catch (error) {
      return `${one.case}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
}

function isFigure(figure: number, canBeZero: boolean): boolean {
  return Number.isFinite(figure) && (canBeZero ? figure >= 0 : figure > 0);
}
