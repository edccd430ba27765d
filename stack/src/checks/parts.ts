import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cargoCounts,
  type Counts,
  honest,
  NONE,
  playwrightCounts,
  playwrightSecondTries,
  vitestCounts,
  vitestSecondTries,
} from './counts.ts';
import { cargo, type Crate, testedCrates } from '../machine/cargo.ts';
import { type Outcome, runQuietly } from './run-quietly.ts';
import { TOOLS } from './tools.ts';

/** One part of `npm test`. */
export interface Part {
  readonly name: string;
  /**
   * Lanes run side by side, the parts of one lane one after the other. Parts with namespaces and tunnels mostly wait, those of the
   * other lane mostly compute: together they keep two cores busy from beginning to end.
   */
  readonly lane: 'waits' | 'computes';
  /** What it takes beyond Node: cargo, namespaces and tunnels, a browser on top of them, or cargo, a lab and a window. */
  readonly needs: 'nothing' | 'rust' | 'lab' | 'browser' | 'lab and browser' | 'desktop';
  /** Runs it; `folder` takes its report. */
  run(folder: string): Promise<Result>;
}

/** How a part ended, and which of its tests passed only at their second try. */
export interface Result extends Outcome {
  readonly counts: Counts;
  readonly secondTries: readonly string[];
}

/** Every part, in the order of the lines that `npm test` prints. */
export const PARTS: readonly Part[] = [
  ...Object.entries(TOOLS).map(([name, command]) => toolPart(name, command)),
  vitestPart('unit', 'computes', 'nothing'),
  vitestPart('database', 'computes', 'nothing'),
  ...testedCrates.map(cratePart),
  vitestPart('network', 'waits', 'lab'),
  browserPart('story', 'playwright.config.ts', 'lab and browser'),
  browserPart('desktop', 'desktop.config.ts', 'desktop'),
  browserPart('screens', 'screens.config.ts', 'browser'),
];

/** A tool passes or fails as a whole: it counts as one test. */
function toolPart(name: string, command: readonly string[]): Part {
  return {
    name,
    lane: 'computes',
    needs: 'nothing',
    run: async () => {
      const outcome = await runQuietly(command);
      const passed = outcome.code === 0;
      const counts = { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
      return { ...outcome, counts, secondTries: [] };
    },
  };
}

/** A crate's own tests; what the launcher does with the daemon is seen by the story. */
function cratePart(crate: Crate): Part {
  return {
    name: crate,
    lane: 'computes',
    needs: 'rust',
    run: async () => {
      const test = cargo('test', crate);
      const outcome = await runQuietly(test?.command ?? [], test?.env);
      const counts = honest(cargoCounts(outcome.output), outcome.code);
      return { ...outcome, counts, secondTries: [] };
    },
  };
}

function vitestPart(name: string, lane: Part['lane'], needs: Part['needs']): Part {
  return {
    name,
    lane,
    needs,
    run: async (folder) => {
      const file = join(folder, `${name}.json`);
      const own = `--reporter=${join(import.meta.dirname, 'second-tries.ts')}`;
      const reporters = ['--reporter=default', own, '--reporter=json', `--outputFile.json=${file}`];
      const outcome = await runQuietly(['vitest', 'run', '--project', name, ...reporters]);
      const counts = await countsFrom(file, vitestCounts, outcome);
      return { ...outcome, counts, secondTries: vitestSecondTries(outcome.output) };
    },
  };
}

function browserPart(name: string, config: string, needs: Part['needs']): Part {
  return {
    name,
    lane: needs === 'browser' ? 'computes' : 'waits',
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
