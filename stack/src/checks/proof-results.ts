import { readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import type { TestResults } from '@comet/site/test-result';
import { proofTexts } from '@comet/texts/site';
import { inRepository, repository } from '../repository.ts';

/** The record that the site is built with. */
export const proofRecord = 'apps/site/src/features/proof/results.json';

/** The used fields of vitest's `json` report. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs?: readonly { readonly tests: readonly { readonly status: string }[] }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The used fields of Playwright's `json` report. */
interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly stats: { readonly startTime: string };
  readonly suites: readonly PlaywrightSuite[];
}

/**
 * Reads the results by test file from a report of vitest or Playwright. Skipped tests are not counted; a file
 * with only skipped tests has no result.
 */
export function resultsOf(report: VitestReport | PlaywrightReport): TestResults {
  const files =
    'testResults' in report
      ? report.testResults.map(({ name, endTime, assertionResults }) => {
          const states = assertionResults.map(({ status }) => status);
          return [name, new Date(endTime), states] as const;
        })
      : report.suites.map((suite) => {
          const file = join(report.config.rootDir, suite.file);
          return [file, new Date(report.stats.startTime), statesIn(suite)] as const;
        });
  const results = files.map(([file, at, states]) => {
    const passed = states.filter((state) => /^(?:passed|expected|flaky)$/.test(state)).length;
    const failed = states.filter((state) => /^(?:failed|unexpected)$/.test(state)).length;
    const path = isAbsolute(file) ? relative(repository, file) : file;
    return [path, { at: at.toISOString(), passed, failed }] as const;
  });
  return Object.fromEntries(results.filter(([, { passed, failed }]) => passed + failed > 0));
}

const statesIn = ({ specs = [], suites = [] }: PlaywrightSuite): readonly string[] => [
  ...specs.flatMap(({ tests }) => tests.map(({ status }) => status)),
  ...suites.flatMap(statesIn),
];

/** With RECORD_PROOFS=yes, enters the results of a report into the site's record of its proofs. */
export async function recordIfWanted(reportFile: string): Promise<void> {
  if (process.env['RECORD_PROOFS'] === 'yes') await recordProofs(reportFile).catch(() => undefined);
}

/** Enters the results of a report into the record, for the test files that the site names. */
async function recordProofs(reportFile: string): Promise<void> {
  const named = new Set<string>(proofTexts.claims.flatMap(({ tests }) => [...tests]));
  const report = JSON.parse(await readFile(reportFile, 'utf8')) as VitestReport | PlaywrightReport;
  const found = Object.entries(resultsOf(report)).filter(([path]) => named.has(path));
  if (found.length === 0) return;
  const file = inRepository(proofRecord);
  const record = JSON.parse(await readFile(file, 'utf8')) as TestResults;
  const kept = Object.entries(record).filter(([path]) => named.has(path));
  const all = Object.entries({ ...Object.fromEntries(kept), ...Object.fromEntries(found) });
  const sorted = Object.fromEntries(all.toSorted(([one], [other]) => one.localeCompare(other)));
  await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
}
