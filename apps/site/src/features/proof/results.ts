import recorded from './results.json' with { type: 'json' };
import type { TestResult, TestResults } from './test-result.ts';

const results: TestResults = recorded;

export const resultOf = (path: string): TestResult | undefined => results[path];

/** The result of several test files: sums, the oldest date, and whether one of them has no recorded run. Undefined if none has. */
export function resultOfAll(
  paths: readonly string[],
  find: (path: string) => TestResult | undefined = resultOf,
): (TestResult & { readonly isPartial: boolean }) | undefined {
  const found = paths.map(find).filter((one) => one !== undefined);
  const oldest = found.map(({ at }) => at).toSorted()[0];
  if (oldest === undefined) return undefined;
  return {
    at: oldest,
    passed: found.reduce((all, { passed }) => all + passed, 0),
    failed: found.reduce((all, { failed }) => all + failed, 0),
    isPartial: found.length < paths.length,
  };
}
