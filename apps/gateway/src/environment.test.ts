import { readFile } from 'node:fs/promises';
import { describeVariables } from '@comet/foundation/environment';
import { withEnvironmentTable } from '@comet/foundation/environment-text';
import { expect, test } from 'vitest';
import { environment } from './environment.ts';

test('docs/operations.md has the table of the variables; if not: vitest run --project unit apps/gateway/src/environment -u', async () => {
  const file = '../../../docs/operations.md';
  const document = await readFile(new URL(file, import.meta.url), 'utf8');
  await expect(
    withEnvironmentTable(document, 'comet-gateway', describeVariables(environment)),
  ).toMatchFileSnapshot(file);
});
