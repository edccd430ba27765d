import { FAILED, type Failure, RETRIED, SKIPPED, describeFailure } from './retried-test.ts';

/** Numbers of tests by result. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Returns the sum of two counts of test results. */
export function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** Returns the difference of two counts of test results. */
export function subtract(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed - other.passed,
    failed: one.failed - other.failed,
    skipped: one.skipped - other.skipped,
  };
}

/** The used fields of vitest's `json` report. */
export interface VitestReport {
  readonly testResults: readonly {
    /** Absolute path of the test file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Counts of a vitest run, or of some of its files. A file that could not be loaded has no failed test in the report: it counts as one. */
export function vitestCounts({ testResults }: VitestReport, files?: readonly string[]): Counts {
  return testResults
    .filter(({ name }) => files === undefined || files.includes(name))
    .map(({ status, assertionResults }): Counts => {
      const count = (...wanted: readonly string[]): number =>
        assertionResults.filter((assertion) => wanted.includes(assertion.status)).length;
      const failed = count('failed');
      return {
        passed: count('passed'),
        failed: status === 'failed' ? Math.max(failed, 1) : failed,
        skipped: count('skipped', 'pending', 'todo'),
      };
    })
    .reduce(add, NONE);
}

/** Returns the files with failed tests, or that could not be loaded. */
export function failedFiles({ testResults }: VitestReport): readonly string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** Returns the tests of a vitest run that passed only on retry, from the lines that `retry-reporter.ts` prints. */
export function vitestRetries(output: string): readonly string[] {
  return linesThatBegin(RETRIED, output);
}

/** Returns the failed tests of a vitest run, from the same lines. */
export function vitestFailures(output: string): readonly string[] {
  return linesThatBegin(FAILED, output);
}

/** Returns the tests that were skipped with a reason, and the reasons. */
export function vitestSkips(output: string): readonly string[] {
  return linesThatBegin(SKIPPED, output);
}

/** Returns the rest of each line of an output that begins with these words. */
export function linesThatBegin(words: string, output: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(words))
    .map((line) => line.slice(words.length).trimEnd());
}

/** The used fields of Playwright's `json` report. */
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
      readonly results?: readonly {
        readonly error?: Pick<Failure, 'message'> & { readonly location?: { readonly line: number } };
      }[];
    }[];
  }[];
}

/** Returns the counts of a Playwright run. A test that passed on retry counts as passed; `playwrightRetries` lists it. */
export function playwrightCounts({ stats }: Pick<PlaywrightReport, 'stats'>): Counts {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** Returns the tests of a Playwright run that passed only on retry. */
export function playwrightRetries(run: Pick<PlaywrightSuite, 'suites'>): readonly string[] {
  return playwrightTests(run, 'flaky');
}

/** Returns the failed tests of a Playwright run. */
export function playwrightFailures(run: Pick<PlaywrightSuite, 'suites'>): readonly string[] {
  return playwrightTests(run, 'unexpected');
}

/** Returns the tests with a status, each with its first failure. */
function playwrightTests(
  { suites = [] }: Pick<PlaywrightSuite, 'suites'>,
  wanted: 'flaky' | 'unexpected',
): readonly string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results = [] }) => {
          const first = results.find(({ error }) => error !== undefined)?.error;
          return describeFailure(`${file} › ${title}`, {
            message: first?.message,
            line: first?.location?.line,
          });
        }),
    ),
    ...playwrightTests(suite, wanted),
  ]);
}

/** Returns the skipped tests of a Playwright run with their reasons. Tests after a failed one in a serial file have none. */
export function playwrightSkips({ suites = [] }: Pick<PlaywrightSuite, 'suites'>): readonly string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests
        .flatMap(({ annotations }) => annotations)
        .filter(({ type }) => type === 'skip')
        .map(({ description = 'It gives no reason.' }) => `${file} › ${title} was skipped: ${description}`),
    ),
    ...playwrightSkips(suite),
  ]);
}

/** Returns the counts of a `cargo test` run, from the last line of each program. */
export function cargoCounts(output: string): Counts {
  const lines = output.matchAll(/^test result: .*?(\d+) passed; (\d+) failed; (\d+) ignored/gm);
  return [...lines]
    .map(([, passed, failed, ignored]) => ({
      passed: Number(passed),
      failed: Number(failed),
      skipped: Number(ignored),
    }))
    .reduce(add, NONE);
}

/** Returns the tests of a `cargo test` run that failed or were still running when it ended. */
export function cargoFailures(output: string): readonly string[] {
  const failed = output.matchAll(/^---- (\S+) stdout ----$/gm);
  const hanging = output.matchAll(/test (\S+) has been running for over 60 seconds/g);
  return [...new Set([...failed, ...hanging].map(([, name = '']) => name))];
}

/**
 * Returns the counts of `npm run bench -- --smoke`, from the line of each benchmark. Its exit code is also non-zero if a benchmark cannot
 * run on this machine.
 */
export function benchCounts(output: string, exitCode: number): Counts {
  const count = (words: string): number => linesThatBegin(`${words}bench `, output).length;
  const counts = { passed: count('passed: '), failed: count('failed: '), skipped: count(SKIPPED) };
  return counts.skipped > 0 ? counts : withExitCode(counts, exitCode);
}

/** Returns the benchmarks of a smoke run that failed, each with the problem. */
export function benchFailures(output: string): readonly string[] {
  return linesThatBegin('failed: ', output).filter((line) => line.startsWith('bench '));
}

/** Adds a failure if the exit code is non-zero and the report has none. */
export function withExitCode(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
