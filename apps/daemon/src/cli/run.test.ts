import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '@comet/foundation';
import { type CommandName, freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linuxCallers } from '../platform/callers.linux.ts';
import type { RequestFailure } from '../rpc/conversation.ts';
import { listen, type RpcServer } from '../rpc/server.ts';

const program = new URL('../comet.ts', import.meta.url).pathname;
const snapshot: Snapshot = {
  tunnel: { state: 'disconnected', since: '2026-11-21T10:00:00.000Z' },
  account: null,
  settings: freshSettings,
  traffic: null,
};

let folder = '';
let server: RpcServer;
let asked: CommandName[] = [];
let superseded = (_: Result<never, RequestFailure>): void => undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-cli-'));
  asked = [];
  server = await listen(
    join(folder, 'cometd.sock'),
    {
      async handle({ command }) {
        asked.push(command);
        if (command === 'login.email') return err({ error: 'two_factor_required', detail: null });
        if (command === 'connect') return new Promise((resolve) => (superseded = resolve));
        if (command === 'disconnect') superseded(err({ error: 'superseded', detail: null }));
        return ok(snapshot);
      },
      watch: () => () => undefined,
      snapshot: () => snapshot,
      log: () => undefined,
    },
    linuxCallers,
  );
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function comet(words: readonly string[], socket = 'cometd.sock', more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, COMET_SOCKET: join(folder, socket), ...more };
  const child = spawn(process.execPath, [program, ...words], { env });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (said[stream] += text));
  return { child, said };
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

test.each(['status', 'settings'])(
  'a daemon that does not answer ends %s with 3 and says how to restart it',
  async (word) => {
    const stopped = createServer().listen(join(folder, 'stopped.sock'));
    await once(stopped, 'listening');
    const { child, said } = comet([word], 'stopped.sock');
    expect(await codeOf(child)).toBe(3);
    expect(said).toEqual({ stdout: '', stderr: expect.stringContaining('systemctl restart cometd') });
    stopped.close();
  },
);

test('without a daemon it ends with 3 and says what to do', async () => {
  const { child, said } = comet(['status'], 'nobody.sock');
  expect(await codeOf(child)).toBe(3);
  expect(said).toEqual({ stdout: '', stderr: expect.stringContaining('systemctl start cometd') });
});

test('a program that is not there is refused before the daemon is asked, and one that is there is named to it', async () => {
  const missing = join(folder, 'nonexistent');
  const refused = comet(['split', 'add-app', missing]);
  expect(await codeOf(refused.child)).toBe(1);
  expect(refused.said).toEqual({ stdout: '', stderr: `There is no program “${missing}”.\n` });
  expect(asked).toEqual([]);
  const taken = comet(['split', 'add-app', process.execPath]);
  expect(await codeOf(taken.child)).toBe(0);
  expect(asked).toEqual(['split.add']);
});

test('compiled code comes from no folder that another user could have made first', async () => {
  const shared = join(folder, 'tmp');
  await mkdir(shared);
  const { child } = comet(['--version'], 'nobody.sock', {
    TMPDIR: shared,
    HOME: join(folder, 'home'),
    NODE_COMPILE_CACHE: undefined,
  });
  expect(await codeOf(child)).toBe(0);
  expect(await readdir(shared)).toEqual([]);
});

test('Ctrl-C while connecting takes it back, and waits until that is done', async () => {
  const { child, said } = comet(['connect']);
  await expect.poll(() => asked, { timeout: 10_000 }).toContain('connect');
  child.kill('SIGINT');
  expect(await codeOf(child)).toBe(1);
  expect(asked).toEqual(['connect', 'disconnect']);
  expect(said).toEqual({ stdout: '', stderr: 'Cancelled. Traffic leaves this machine unprotected.\n' });
});

test.each([['--help'], ['status'], ['status', '--json'], ['status', '--watch']])(
  'a reader that leaves at once ends %s %s without a word',
  async (...words) => {
    const { child, said } = comet(words);
    child.stdout.destroy();
    expect(await codeOf(child)).toBe(0);
    expect(said.stderr).toBe('');
  },
);

test('password and code may be piped in, a line each', async () => {
  const { child, said } = comet(['login', '--email', 'ada@example.com']);
  child.stdin.end('secret\n123456\n');
  expect(await codeOf(child)).toBe(0);
  expect(asked).toEqual(['login.email', 'login.second-factor']);
  expect(said).toEqual({ stdout: 'Signed in as ada@example.com.\n', stderr: '' });
});

test('a code that is not piped in ends the sign-in, and the command', async () => {
  const { child, said } = comet(['login', '--email', 'ada@example.com']);
  child.stdin.end('secret\n');
  expect(await codeOf(child)).toBe(1);
  expect(said).toEqual({ stdout: '', stderr: 'No code was given.\n' });
});
