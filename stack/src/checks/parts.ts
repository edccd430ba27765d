import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cargoCounts,
  cargoFailures,
  type Counts,
  honest,
  NONE,
  playwrightCounts,
  playwrightSecondTries,
  playwrightSkips,
  vitestCounts,
  vitestSecondTries,
  vitestSkips,
} from './counts.ts';
import { cargo, type Crate, testedCrates } from '../machine/cargo.ts';
import { installCrate } from '../machine/install-crate.ts';
import type { Turn } from './in-turn.ts';
import type { Outcome } from './run-quietly.ts';
import { runWithin } from './run-within.ts';
import { secondTry } from './second-try.ts';
import { TOOLS } from './tools.ts';

/** One part of `npm test`. */
export interface Part extends Turn {
  readonly name: string;
  /** What it takes beyond Node: cargo, namespaces and tunnels, a browser on top of them, or cargo, a lab and a window. */
  readonly needs: 'nothing' | 'rust' | 'lab' | 'browser' | 'lab and browser' | 'desktop';
  /** Runs it; `folder` takes its report. */
  run(folder: string): Promise<Result>;
}

/** How a part ended, which of its tests passed only at their second try, and which left themselves out, with the reason. */
export interface Result extends Outcome {
  readonly counts: Counts;
  readonly secondTries: readonly string[];
  readonly skips: readonly string[];
}

/** Seconds after which a part's program is taken for one that hangs: several times what the longest needs on two busy cores. */
const LONGEST = 2400;
/** As much for the tests of a crate, which know no limits of their own: they are built and run in a minute. */
const LONGEST_OF_A_CRATE = 600;

/** Parts that run at the same time: more of them are in each other's way on two cores. */
export const AT_A_TIME = 3;

/** What goes through tunnels runs alone among its kind: its tests have bounds in seconds. */
const tunnels = 'tunnels';

/**
 * Every part, in the order in which they start (decision 157): the story first, since the desktop app's tests follow it, and network beside
 * it, for both often wait. The desktop app's tests are last, when little else is left: they compare the screen with packets, moment by moment.
 */
export const PARTS: readonly Part[] = [
  browserPart('story', 'playwright.config.ts', 'lab and browser', tunnels),
  vitestPart('network', 'lab'),
  ...Object.entries(TOOLS).map(([name, command]) => toolPart(name, command)),
  // Of the proxy's tests each runs once more by the carrier, where it can be built.
  vitestPart('unit', 'nothing', () => installCrate('carrier', () => undefined)),
  ...testedCrates.map(cratePart),
  browserPart('screens', 'screens.config.ts', 'browser'),
  vitestPart('database', 'nothing'),
  browserPart('desktop', 'desktop.config.ts', 'desktop', tunnels),
];

/** A tool passes or fails as a whole: it counts as one test. */
function toolPart(name: string, command: readonly string[]): Part {
  return {
    name,
    needs: 'nothing',
    run: async () => {
      const outcome = await runWithin(LONGEST, command);
      const passed = outcome.code === 0;
      const counts = { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
      return { ...outcome, counts, secondTries: [], skips: [] };
    },
  };
}

/** A crate's own tests; what the launcher does with the daemon is seen by the story. Where one fails, all are tried once more. */
function cratePart(crate: Crate): Part {
  return {
    name: crate,
    needs: 'rust',
    run: async () => {
      const test = cargo('test', crate);
      const run = (): Promise<Outcome> => runWithin(LONGEST_OF_A_CRATE, test?.command ?? [], test?.env);
      const first = await run();
      const outcome = first.code === 0 ? first : await run();
      const counts = honest(cargoCounts(outcome.output), outcome.code);
      return {
        ...outcome,
        counts,
        secondTries: outcome.code === 0 ? triedTwice(crate, first) : [],
        skips: [],
      };
    },
  };
}

/** What of a crate's first run did not pass; nothing where all did. */
function triedTwice(crate: Crate, first: Outcome): readonly string[] {
  if (first.code === 0) return [];
  const names = cargoFailures(first.output);
  const why = { message: first.output.slice(-200) };
  return names.length > 0 ? names.map((name) => `${crate} › ${name}`) : [secondTry(crate, why)];
}

function vitestPart(
  name: string,
  needs: Part['needs'],
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): Part {
  return {
    name,
    needs,
    run: async (folder) => {
      const file = join(folder, `${name}.json`);
      const own = `--reporter=${join(import.meta.dirname, 'second-tries.ts')}`;
      await prepare();
      const reporters = ['--reporter=default', own, '--reporter=json', `--outputFile.json=${file}`];
      const outcome = await runWithin(LONGEST, ['vitest', 'run', '--project', name, ...reporters]);
      const counts = await countsFrom(file, vitestCounts, outcome);
      const { output } = outcome;
      return { ...outcome, counts, secondTries: vitestSecondTries(output), skips: vitestSkips(output) };
    },
  };
}

function browserPart(name: string, config: string, needs: Part['needs'], alone?: string): Part {
  return {
    name,
    needs,
    ...(alone === undefined ? {} : { alone }),
    run: async (folder) => {
      const file = join(folder, `${name}.json`);
      const command = ['playwright', 'test', '-c', `e2e/${config}`, '--reporter=list,json'];
      const outcome = await runWithin(LONGEST, command, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
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
