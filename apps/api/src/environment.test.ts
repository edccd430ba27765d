import { readFile } from 'node:fs/promises';
import { describeVariables } from '@comet/foundation/environment';
import { withEnvironmentTable } from '@comet/foundation/environment-text';
import { expect, test } from 'vitest';
import { environment } from './environment.ts';
import { helpFor } from './help.ts';

test('docs/operations.md contains the table of variables; to update it: vitest run --project unit apps/api/src/environment -u', async () => {
  const file = '../../../docs/operations.md';
  const document = await readFile(new URL(file, import.meta.url), 'utf8');
  await expect(
    withEnvironmentTable(document, 'comet-api', describeVariables(environment)),
  ).toMatchFileSnapshot(file);
});

test('--help lists every variable with its default', () => {
  const help = helpFor('comet-api', '--help', []) ?? '';
  expect(Object.keys(environment.shape).filter((name) => !help.includes(`\n  ${name} (`))).toEqual([]);
  expect(help).toContain('\n  PORT (default 4800)\n      the listening port\n');
});
