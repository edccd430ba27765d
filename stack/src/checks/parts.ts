import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cargoCounts,
  type Counts,
  honest,
  NONE,
  playwrightCounts,
  playwrightSecondTries,
  playwrightSkips,
  vitestCounts,
  vitestSecondTries,
} from './counts.ts';
import { cargo, type Crate, testedCrates } from '../machine/cargo.ts';
import { installCrate } from '../machine/install-crate.ts';
import { type Outcome, runQuietly } from './run-quietly.ts';
import { TOOLS } from './tools.ts';

/** One part of `npm test`. */
export interface Part {
  readonly name: string;
  /**
   * Lanes run side by side, the parts of one lane one after the other. What goes through tunnels often waits, for one client machine;
   * together the lanes keep two cores busy from beginning to end, and each of them takes about as long (decision 78).
   */
  readonly lane: Lane;
  /** What it takes beyond Node: cargo, namespaces and tunnels, a browser on top of them, or cargo, a lab and a window. */
  readonly needs: 'nothing' | 'rust' | 'lab' | 'browser' | 'lab and browser' | 'desktop';
  /** Runs it; `folder` takes its report. */
  run(folder: string): Promise<Result>;
}

type Lane = 'tunnels' | 'machines' | 'screens';

/** How a part ended, which of its tests passed only at their second try, and which left themselves out, with the reason. */
export interface Result extends Outcome {
  readonly counts: Counts;
  readonly secondTries: readonly string[];
  readonly skips: readonly string[];
}

/** Every part, in the order of the lines that `npm test` prints. */
export const PARTS: readonly Part[] = [
  ...Object.entries(TOOLS).map(([name, command]) => toolPart(name, command)),
  // Of the proxy's tests each runs once more by the carrier, where it can be built.
  vitestPart('unit', 'screens', 'nothing', () => installCrate('carrier', () => undefined)),
  vitestPart('network', 'machines', 'lab'),
  vitestPart('database', 'machines', 'nothing'),
  ...testedCrates.map(cratePart),
  browserPart('story', 'tunnels', 'playwright.config.ts', 'lab and browser'),
  browserPart('desktop', 'tunnels', 'desktop.config.ts', 'desktop'),
  browserPart('screens', 'screens', 'screens.config.ts', 'browser'),
];

/** A tool passes or fails as a whole: it counts as one test. */
function toolPart(name: string, command: readonly string[]): Part {
  return {
    name,
    lane: 'screens',
    needs: 'nothing',
    run: async () => {
      const outcome = await runQuietly(command);
      const passed = outcome.code === 0;
      const counts = { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
      return { ...outcome, counts, secondTries: [], skips: [] };
    },
  };
}

/** A crate's own tests; what the launcher does with the daemon is seen by the story. */
function cratePart(crate: Crate): Part {
  return {
    name: crate,
    lane: 'screens',
    needs: 'rust',
    run: async () => {
      const test = cargo('test', crate);
      const outcome = await runQuietly(test?.command ?? [], test?.env);
      const counts = honest(cargoCounts(outcome.output), outcome.code);
      return { ...outcome, counts, secondTries: [], skips: [] };
    },
  };
}

function vitestPart(
  name: string,
  lane: Lane,
  needs: Part['needs'],
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Part {
  return {
    name,
    lane,
    needs,
    run: async (folder) => {
      const file = join(folder, `${name}.json`);
      const own = `--reporter=${join(import.meta.dirname, 'second-tries.ts')}`;
      await prepare();
      const reporters = ['--reporter=default', own, '--reporter=json', `--outputFile.json=${file}`];
      const outcome = await runQuietly(['vitest', 'run', '--project', name, ...reporters]);
      const counts = await countsFrom(file, vitestCounts, outcome);
      return { ...outcome, counts, secondTries: vitestSecondTries(outcome.output), skips: [] };
    },
  };
}

function browserPart(name: string, lane: Lane, config: string, needs: Part['needs']): Part {
  return {
    name,
    lane,
    needs,
    run: async (folder) => {
      const file = join(folder, `${name}.json`);
      const command = ['playwright', 'test', '-c', `e2e/${config}`, '--reporter=list,json'];
      const outcome = await runQuietly(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
      const counts = await countsFrom(file, playwrightCounts, outcome);
      return {
        ...outcome,
        counts,
        secondTries: await readReport(file, playwrightSecondTries).catch(() => []),
        skips: await readReport(file, playwrightSkips).catch(() => []),
      };
    },
  };
}

/** The counts in a report; a run that left none has only its exit code to go by. */
async function countsFrom<R>(file: string, count: (report: R) => Counts, { code }: Outcome): Promise<Counts> {
  try {
    return honest(await readReport(file, count), code);
  } catch {
    return honest(NONE, code === 0 ? 1 : code);
  }
}

const readReport = async <R, T>(file: string, read: (report: R) => T): Promise<T> =>
  read(JSON.parse(await readFile(file, 'utf8')) as R);
