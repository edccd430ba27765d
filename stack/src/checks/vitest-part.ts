import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import {
  add,
  failedFiles,
  subtract,
  vitestCounts,
  vitestFailures,
  type VitestReport,
  vitestRetries,
  vitestSkips,
  withExitCode,
  NONE,
} from './counts.ts';
import { recordIfWanted } from './proof-results.ts';
import { runWithin } from './run-quietly.ts';
import { MAX_SECONDS, type Result, type TestPart } from './test-part.ts';

/** A run of vitest: the project, further words of its command line, and additional variables. */
export interface VitestRun {
  readonly project: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Maximum number of failed files that run once more: more of them share a cause. */
const MAX_REPEATED = 3;

/** A part that runs a project of vitest. `prepare` runs first. */
export function vitestPart(
  name: string,
  needs: TestPart['needs'],
  prepare: () => Promise<unknown> = () => Promise.resolve(),
  chosen: VitestRun = { project: name, words: [], env: {} },
): TestPart {
  return {
    name,
    needs,
    run: async (folder) => {
      await prepare();
      return runVitest(chosen, folder, name);
    },
  };
}

/**
 * Runs the tests, and the files with failed ones once more: most tests of a file rely on those before, so a single test that vitest repeats
 * starts from what its first attempt has changed. Failures of the first run are listed as retried if the second one passes.
 */
export async function runVitest(run: VitestRun, folder: string, name: string): Promise<Result> {
  const first = await runOnce(run, join(folder, `${name}.json`));
  const files = first.report === null ? [] : failedFiles(first.report);
  if (first.report === null || files.length === 0 || files.length > MAX_REPEATED) return first.result;
  const second = await runOnce({ ...run, words: files }, join(folder, `${name}-repeated.json`));
  const others = subtract(first.result.counts, vitestCounts(first.report, files));
  return {
    ...second.result,
    output: `${first.result.output}\n${second.result.output}`,
    seconds: first.result.seconds + second.result.seconds,
    counts: add(others, second.result.counts),
    retriedTests: [...first.result.retriedTests, ...first.result.failedTests, ...second.result.retriedTests],
    skips: [...new Set([...first.result.skips, ...second.result.skips])],
  };
}

/** Runs vitest once. Without a report the counts are derived from the exit code. */
async function runOnce(
  { project, words, env }: VitestRun,
  file: string,
): Promise<{ readonly result: Result; readonly report: VitestReport | null }> {
  const own = `--reporter=${join(import.meta.dirname, 'retry-reporter.ts')}`;
  const reporters = ['--reporter=default', own, '--reporter=json', `--outputFile.json=${file}`];
  const command = ['vitest', 'run', '--project', project, ...words, ...reporters];
  const outcome = await runWithin(MAX_SECONDS, command, env);
  const report = await readReport(file);
  await recordIfWanted(file);
  const { code, output } = outcome;
  const counts = report === null ? { ...NONE, passed: code === 0 ? 1 : 0 } : vitestCounts(report);
  const lists = {
    failedTests: vitestFailures(output),
    retriedTests: vitestRetries(output),
    skips: vitestSkips(output),
  };
  return { result: { ...outcome, counts: withExitCode(counts, code), ...lists }, report };
}

async function readReport(file: string): Promise<VitestReport | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as VitestReport;
  } catch {
    return null;
  }
}
