import type { CargoRun } from '../toolchain/cargo.ts';
import type { Counts } from './counts.ts';
import type { Task } from './run-limited.ts';
import { type Outcome, runWithin } from './run-quietly.ts';

/** One part of `npm test`. */
export interface TestPart extends Task {
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

/** Result of a part, with the failed tests, those that passed only on retry, and the skipped tests with their reasons. */
export interface Result extends Outcome {
  readonly counts: Counts;
  readonly failedTests: readonly string[];
  readonly retriedTests: readonly string[];
  readonly skips: readonly string[];
}

/** Maximum seconds for a part's program: several times the longest part's duration on two busy cores. */
export const MAX_SECONDS = 3_600;

/** A part that runs one tool, which passes or fails as a whole and counts as one test. */
export function toolPart(
  name: string,
  needs: TestPart['needs'],
  run: () => CargoRun | Promise<CargoRun>,
): TestPart {
  return {
    name,
    needs,
    run: async () => {
      const { command, env } = await run();
      const outcome = await runWithin(MAX_SECONDS, command, env);
      const passed = outcome.code === 0;
      const counts = { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
      return { ...outcome, counts, failedTests: [], retriedTests: [], skips: [] };
    },
  };
}
