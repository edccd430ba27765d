import type { CargoRun } from '../machine/cargo.ts';
import type { Counts } from './counts.ts';
import { type Outcome, runWithin } from './run-quietly.ts';

/** One part of `npm test`. */
export interface Part extends Turn {
  readonly name: string;
  /** Requirements besides Node: Rust; Rust and WebKit's headers; namespaces and tunnels; a browser too; or cargo, a lab and a window. */
  readonly needs: 'nothing' | 'rust' | 'webkit' | 'lab' | 'browser' | 'lab and browser' | 'desktop';
  /** Runs it; its report is written into `folder`. */
  run(folder: string): Promise<Result>;
}

/** Result of a part, with the tests that passed only at their second try, and the skipped ones with their reasons. */
export interface Result extends Outcome {
  readonly counts: Counts;
  readonly secondTries: readonly string[];
  readonly skips: readonly string[];
}

/** Maximum seconds of a part's program: several times what the longest needs on two busy cores. */
export const LONGEST = 2_400;

/** A part that runs one tool, which passes or fails as a whole and counts as one test. */
export function toolPart(name: string, needs: Part['needs'], run: () => CargoRun | Promise<CargoRun>): Part {
  return {
    name,
    needs,
    run: async () => {
      const { command, env } = await run();
      const outcome = await runWithin(LONGEST, command, env);
      const passed = outcome.code === 0;
      const counts = { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
      return { ...outcome, counts, secondTries: [], skips: [] };
    },
  };
}

/** A task for `inTurn`. */
export interface Turn {
  /** Exclusive resource: tasks with the same name do not run at the same time. */
  readonly alone?: string;
}

/**
 * Runs all of them, at most `most` at a time: whenever one ends, the first one that may run starts. `run` must not reject.
 */
export async function inTurn<T extends Turn>(
  all: readonly T[],
  most: number,
  run: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const used = new Set<string>();
  const next = (): T | undefined => {
    const index = waiting.findIndex(({ alone }) => alone === undefined || !used.has(alone));
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };
  // A task whose resource is in use is started when that task ends.
  const work = async (): Promise<void> => {
    for (let one = next(); one !== undefined; one = next()) {
      if (one.alone !== undefined) used.add(one.alone);
      await run(one);
      if (one.alone !== undefined) used.delete(one.alone);
    }
  };
  await Promise.all(Array.from({ length: most }, work));
}
