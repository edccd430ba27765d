import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { describeVariables } from '@comet/foundation/environment';
import { withEnvironmentTable } from '@comet/foundation/environment-text';
import { expect, test } from 'vitest';
import { environment } from './environment.ts';
import { readSettings } from './settings.ts';

test('an exit needs no variable', () => {
  expect(readSettings({})).toEqual({
    ok: true,
    value: {
      apiUrl: 'https://api.comet.example',
      stateDirectory: '/var/lib/comet-exit',
      link: 'comet-exit',
      implementation: 'auto',
      wireguardGo: '/usr/bin/wireguard-go',
      metrics: null,
      logLevel: 'info',
    },
  });
});

test('the API is used without TLS only where that is configured', () => {
  const plain = { COMET_API_URL: 'http://203.0.113.10:4800/' };
  expect(readSettings(plain)).toEqual({
    ok: false,
    error: 'COMET_API_URL must begin with https:// (or set COMET_API_PLAINTEXT=1 in a lab)',
  });
  expect(readSettings({ ...plain, COMET_API_PLAINTEXT: '1' })).toMatchObject({
    value: { apiUrl: 'http://203.0.113.10:4800' },
  });
});

test.each([
  [{ COMET_API_URL: 'comet' }, 'COMET_API_URL must be an address such as https://api.comet.example.'],
  [{ COMET_API_URL: 'ftp://x' }, 'COMET_API_URL must be an address such as https://api.comet.example.'],
  [{ COMET_EXIT_STATE_DIR: 'state' }, 'COMET_EXIT_STATE_DIR must be an absolute path.'],
  [
    { COMET_EXIT_INTERFACE: 'a name that is too long' },
    'COMET_EXIT_INTERFACE must be the name of a network interface, 15 characters at most.',
  ],
  [{ WIREGUARD_IMPLEMENTATION: 'magic' }, 'WIREGUARD_IMPLEMENTATION must be auto, kernel or userspace.'],
])('%j is refused in one sentence', (env, sentence) => {
  expect(readSettings(env)).toEqual({ ok: false, error: sentence });
});

test('docs/operations.md has the table of the variables; if not: vitest run --project unit apps/exit/src/settings -u', async () => {
  const file = '../../../docs/operations.md';
  const document = await readFile(new URL(file, import.meta.url), 'utf8');
  await expect(
    withEnvironmentTable(document, 'comet-exit', describeVariables(environment)),
  ).toMatchFileSnapshot(file);
});

test('COMET_ENV=production refuses the example API and plain HTTP', () => {
  const live = { COMET_ENV: 'production', COMET_API_URL: 'https://api.acme.org' };
  expect(readSettings(live).ok).toBe(true);
  expect(readSettings({ COMET_ENV: 'production', COMET_API_PLAINTEXT: '1' })).toEqual({
    ok: false,
    error:
      'COMET_API_URL is not set: set the https:// address of the API. COMET_API_PLAINTEXT is 1, which is for development: set none: it is only for labs.',
  });
});

test('--help, --version and help of a command need no environment', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
      env: {},
      encoding: 'utf8',
    });
  for (const words of [['--help'], ['help'], ['join', '--help']])
    expect(run(...words)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('comet-exit join TOKEN'),
    });
  expect(run('--version')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^comet-exit \d+\.\d+\.\d+\n$/),
  });
});
