import type { CargoRun } from '../machine/cargo.ts';
import type { Counts } from './counts.ts';
import { type Outcome, runWithin } from './run-quietly.ts';

/** One part of `npm test`. */
export interface Part extends Task {
  readonly name: string;
  /** Requirements besides Node: Rust; Rust and WebKit's headers; namespaces and tunnels; a browser too; cargo, a lab and a window; or PostgreSQL 15. */
  readonly needs:
    | 'nothing'
    | 'rust'
    | 'webkit'
    | 'lab'
    | 'browser'
    | 'lab and browser'
    | 'desktop'
    | 'postgres-15';
  /** Runs only when it is named: `npm test -- NAME`. */
  readonly onlyByName?: true;
  /** Runs the part and writes its report into `folder`. */
  run(folder: string): Promise<Result>;
}

/** Result of a part, with the tests that passed only on retry, and the skipped tests with their reasons. */
export interface Result extends Outcome {
  readonly counts: Counts;
  readonly retriedTests: readonly string[];
  readonly skips: readonly string[];
}

/** Maximum seconds for a part's program: several times the longest part's duration on two busy cores. */
export const MAX_SECONDS = 2_400;

/** A part that runs one tool, which passes or fails as a whole and counts as one test. */
export function toolPart(name: string, needs: Part['needs'], run: () => CargoRun | Promise<CargoRun>): Part {
  return {
    name,
    needs,
    run: async () => {
      const { command, env } = await run();
      const outcome = await runWithin(MAX_SECONDS, command, env);
      const passed = outcome.code === 0;
      const counts = { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
      return { ...outcome, counts, retriedTests: [], skips: [] };
    },
  };
}

/** A task for `runLimited`. */
export interface Task {
  /** Exclusive resource: tasks with the same name do not run at the same time. */
  readonly exclusive?: string;
}

/** Runs all tasks, at most `limit` concurrently: when one ends, the first runnable one starts. `run` must not reject. */
export async function runLimited<T extends Task>(
  all: readonly T[],
  limit: number,
  run: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const used = new Set<string>();
  const next = (): T | undefined => {
    const index = waiting.findIndex(({ exclusive }) => exclusive === undefined || !used.has(exclusive));
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };
  // A task whose resource is in use is started when that task ends.
  const work = async (): Promise<void> => {
    for (let one = next(); one !== undefined; one = next()) {
      if (one.exclusive !== undefined) used.add(one.exclusive);
      await run(one);
      if (one.exclusive !== undefined) used.delete(one.exclusive);
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
}
