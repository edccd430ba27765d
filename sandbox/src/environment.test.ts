import { readFile } from 'node:fs/promises';
import { describeVariables, readEnvironment } from '@comet/foundation/environment';
import { withEnvironmentTable } from '@comet/foundation/environment-text';
import { expect, test } from 'vitest';
import { environment } from './environment.ts';

test('README.md has the table of the variables; if not: vitest run --project unit sandbox/src/environment -u', async () => {
  const document = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  await expect(
    withEnvironmentTable(document, 'the sandbox', describeVariables(environment)),
  ).toMatchFileSnapshot('../README.md');
});

test('a Chatwoot inbox requires its token, and all missing variables are reported together', () => {
  const given = Object.fromEntries(Object.keys(environment.shape).map((name) => [name, '1']));
  expect(readEnvironment(environment, given).ok).toBe(true);
  expect(readEnvironment(environment, { ...given, CHATWOOT_HMAC_TOKEN: '' })).toEqual({
    ok: false,
    error: ['CHATWOOT_HMAC_TOKEN is not set: it must be a token.'],
  });
  expect(readEnvironment(environment, { ...given, PADDLE_API_KEY: '', GOOGLE_CLIENT_ID: '' })).toEqual({
    ok: false,
    error: [
      'PADDLE_API_KEY is not set: it must be a key.',
      "GOOGLE_CLIENT_ID is not set: it must be the app's id at Google.",
    ],
  });
});
