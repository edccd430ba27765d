import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { TestResults } from '@comet/site/test-result';
import { proofTexts } from '@comet/texts/site';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { proofRecord, resultsOf } from './proof-results.ts';

test('reads a report of vitest', () => {
  const assertionResults = ['passed', 'passed', 'failed', 'pending'].map((status) => ({ status }));
  const name = inRepository('apps/api/test/a.db.test.ts');
  const skipped = { name: inRepository('b.test.ts'), endTime: 0, assertionResults: [{ status: 'pending' }] };
  expect(resultsOf({ testResults: [{ name, endTime: 0, assertionResults }, skipped] })).toEqual({
    'apps/api/test/a.db.test.ts': { at: '1970-01-01T00:00:00.000Z', passed: 2, failed: 1 },
  });
});

test('reads a report of Playwright, with nested suites', () => {
  const specs = (...states: string[]) => [{ tests: states.map((status) => ({ status })) }];
  const nested = { file: 'leaks/a.spec.ts', specs: specs('flaky', 'skipped') };
  const suite = { file: 'leaks/a.spec.ts', specs: specs('expected', 'unexpected'), suites: [nested] };
  const report = {
    config: { rootDir: inRepository('e2e/src') },
    stats: { startTime: '2026-11-28T10:00:00.000Z' },
    suites: [suite],
  };
  expect(resultsOf(report)).toEqual({
    'e2e/src/leaks/a.spec.ts': { at: '2026-11-28T10:00:00.000Z', passed: 2, failed: 1 },
  });
});

test('the record names only tests of the security page that are in the repository, and none that failed', async () => {
  const named = proofTexts.claims.flatMap(({ tests }): readonly string[] => tests);
  const record = JSON.parse(await readFile(inRepository(proofRecord), 'utf8')) as TestResults;
  const wrong = Object.entries(record).filter(
    ([path, { failed, at }]) =>
      !named.includes(path) ||
      !existsSync(inRepository(path)) ||
      failed > 0 ||
      !(Date.parse(at) <= Date.now()),
  );
  expect(wrong).toEqual([]);
});
