import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withEnvironmentTable } from '@comet/foundation/environment-text';
import { expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { questionIn } from './command-line.ts';
import { levelIn } from './log-level.ts';
import { describeDaemonVariables } from './variables.ts';

const debian = {
  trustFile: '/etc/comet/trust.json',
  stateDir: '/var/lib/comet',
  socket: '/run/comet/cometd.sock',
  link: 'comet0',
  wireguardGo: '/usr/bin/wireguard-go',
};
const program = join(import.meta.dirname, '../main.ts');
const run = (words: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [program, ...words], { env, encoding: 'utf8', timeout: 60_000 });

test('docs/operations.md has the table of the variables; if not: vitest run --project unit apps/daemon/src/command-line -u', async () => {
  const file = '../../../../docs/operations.md';
  const document = await readFile(new URL(file, import.meta.url), 'utf8');
  await expect(withEnvironmentTable(document, 'cometd', describeDaemonVariables(debian))).toMatchFileSnapshot(
    file,
  );
});

test('every variable that is read is described, and no other', () => {
  const names = new Set<string>();
  const given: NodeJS.ProcessEnv = {};
  const recorded = new Proxy(given, { get: (env, name) => (names.add(String(name)), env[String(name)]) });
  readSettings(recorded);
  expect(levelIn(recorded)).toBe('info');
  const described = describeDaemonVariables().map(({ name }) => name);
  expect([...names, 'COMET_CONFIG'].toSorted()).toEqual(described.toSorted());
});

test('--help and --version need no environment and no privileges', () => {
  expect(run(['--version'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^cometd \d+\.\d+\.\d+\n$/),
  });
  const help = run(['--help']);
  expect(help).toMatchObject({ status: 0, stderr: '' });
  for (const { name } of describeDaemonVariables()) expect(help.stdout).toContain(`\n  ${name} (default `);
  expect(
    ['help', '-h', '--help', '-v', 'serve', undefined].map((word) => questionIn(word ? [word] : [])),
  ).toEqual(['help', 'help', 'help', 'version', null, null]);
});

test('variables are read from the file in COMET_CONFIG; one that cannot be read is an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-config-'));
  try {
    const file = join(folder, 'environment');
    await writeFile(file, 'COMET_API_URL=nonsense\n');
    expect(run([], { COMET_CONFIG: file }).stderr).toMatch(
      /"reason":"(COMET_API_URL must be an address|only root)/,
    );
    const missing = run([], { COMET_CONFIG: join(folder, 'none') });
    expect(missing).toMatchObject({ status: 1 });
    expect(JSON.parse(missing.stderr)).toMatchObject({
      ...{ level: 'fatal', program: 'cometd' },
      reason: expect.stringMatching(/^COMET_CONFIG names \S+none, which cannot be read \(ENOENT\)$/),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('COMET_ENV=production refuses the example API, plain HTTP and this machine, all in one sentence', () => {
  const live = { COMET_ENV: 'production', COMET_API_URL: 'https://api.acme.org' };
  expect(readSettings(live).apiUrl.origin).toBe('https://api.acme.org');
  for (const api of [undefined, 'http://127.0.0.1:4800', 'https://localhost', 'https://api.comet.example'])
    expect(() => readSettings({ ...live, COMET_API_URL: api })).toThrow(
      /^COMET_ENV=production: set COMET_API_URL to the https:\/\/ address of the API$/,
    );
  expect(() =>
    readSettings({ ...live, COMET_API_PLAINTEXT: '1', COMET_DASHBOARD_URL: 'http://localhost:4801' }),
  ).toThrow(
    /^COMET_ENV=production: unset COMET_API_PLAINTEXT; set COMET_DASHBOARD_URL to the https:\/\/ address of the dashboard$/,
  );
  expect(() => readSettings({ COMET_ENV: 'live' })).toThrow('COMET_ENV must be development or production');
});
