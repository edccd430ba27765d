import { type Failure, RETRIED, SKIPPED, describeRetry } from './retried-test.ts';

/** Numbers of tests by result. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** The fields used of the output of vitest's `json` reporter. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Counts of a vitest run. A file that could not be loaded has no tests in the report: it counts as one failure. */
export function vitestCounts(report: VitestReport): Counts {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The tests of a vitest run that passed only at another try, by the lines that `retry-reporter.ts` writes. */
export function vitestRetries(output: string): readonly string[] {
  return linesThatBegin(RETRIED, output);
}

/** The tests that were skipped with a reason, and the reasons. */
export function vitestSkips(output: string): readonly string[] {
  return linesThatBegin(SKIPPED, output);
}

function linesThatBegin(words: string, output: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(words))
    .map((line) => line.slice(words.length).trimEnd());
}

/** The fields used of the output of Playwright's `json` reporter. */
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

/** Counts of a Playwright run. A test that passed at another try has passed; `playwrightRetries` names it. */
export function playwrightCounts({ stats }: Pick<PlaywrightReport, 'stats'>): Counts {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** The tests of a Playwright run that passed only at another try. */
export function playwrightRetries({ suites = [] }: Pick<PlaywrightSuite, 'suites'>): readonly string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results = [] }) => {
          const first = results.find(({ error }) => error !== undefined)?.error;
          return describeRetry(`${file} › ${title}`, { message: first?.message, line: first?.location?.line });
        }),
    ),
    ...playwrightRetries(suite),
  ]);
}

/** The skipped tests of a Playwright run with their reasons. Tests after a failed one have none. */
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

/** Counts of a run of cargo's test harness, from the last line of each program. */
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

/** The tests of a run of cargo's test harness that failed, or had not ended when the run was. */
export function cargoFailures(output: string): readonly string[] {
  const failed = output.matchAll(/^---- (\S+) stdout ----$/gm);
  const hanging = output.matchAll(/test (\S+) has been running for over 60 seconds/g);
  return [...new Set([...failed, ...hanging].map(([, name = '']) => name))];
}

/** Counts of `npm run bench -- --smoke`, from its line for each benchmark: its exit code is not 0 also if one could not run here. */
export function benchCounts(output: string, exitCode: number): Counts {
  const count = (words: string): number => linesThatBegin(`${words}bench `, output).length;
  const counts = { passed: count('passed: '), failed: count('failed: '), skipped: count(SKIPPED) };
  return counts.skipped > 0 ? counts : withExitCode(counts, exitCode);
}

/** A run with another exit code than 0 has at least one failure, whatever its report says (or without a report). */
export function withExitCode(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
