import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { runVitest } from './vitest-part.ts';

/** Runs a test file with a test for each entry, each of which relies on those before and fails in the first `attempts` processes. */
async function runFile(attempts: number) {
  // Git, linter and formatter ignore this folder.
  await mkdir(inRepository('test-results'), { recursive: true });
  const folder = await mkdtemp(inRepository('test-results/repeated-'));
  const reports = await mkdtemp(join(tmpdir(), 'comet-test-'));
  const content = `
    import { existsSync, mkdirSync } from 'node:fs';
    import { expect, test } from 'vitest';
    const starts = ${JSON.stringify(reports)};
    const start = [1, 2, 3].find((at) => !existsSync(starts + '/start-' + at));
    mkdirSync(starts + '/start-' + start);
    let opened = 0;
    test('opens', () => { opened += 1; });
    test('fails in this process, however often', () => { expect(start).toBeGreaterThan(${attempts}); });
    test('stays open', () => { expect(opened).toBe(1); });`;
  try {
    await writeFile(join(folder, 'own.test.ts'), content);
    return await runVitest({ project: 'unit', words: [folder], env: {} }, reports, 'unit');
  } finally {
    await rm(folder, { recursive: true });
    await rm(reports, { recursive: true });
  }
}

test('a failed file runs once more in a new process, and its failures are listed as retried', async () => {
  const { code, counts, failedTests, retriedTests } = await runFile(1);
  expect([code, counts, failedTests]).toEqual([0, { passed: 3, failed: 0, skipped: 0 }, []]);
  expect(retriedTests).toEqual([expect.stringMatching(/own\.test\.ts › fails in this process/)]);
});

test('a file that fails twice fails', async () => {
  const { counts, failedTests } = await runFile(2);
  expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 });
  expect(failedTests).toEqual([expect.stringMatching(/own\.test\.ts › fails in this process/)]);
});
