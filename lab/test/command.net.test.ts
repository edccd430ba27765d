import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLab, type Lab } from '../src/index.ts';
import { unusedLabId } from './unused-lab-id.ts';

const main = join(import.meta.dirname, '../src/main.ts');
let lab: Lab;
let state = '';

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'comet-lab-'));
  lab = await createLab({ id: unusedLabId(), stateDir: state });
  const env = { client: { COMET_SOCKET: '/somewhere/cometd.sock' } };
  await writeFile(join(state, 'stack.json'), JSON.stringify({ lab: { ...lab.describe(), env } }));
  await mkdir(join(state, 'bin'));
  await writeFile(join(state, 'bin/comet'), '#!/bin/sh\necho "comet $* on $COMET_SOCKET"\n');
  await chmod(join(state, 'bin/comet'), 0o755);
});
afterAll(async () => {
  await lab?.destroy();
  await rm(state, { recursive: true, force: true });
});

async function labCommand(args: string[], input = '') {
  const child = spawn(process.execPath, [main, ...args]);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes: Buffer) => {
    output.stdout += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    output.stderr += bytes.toString();
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

describe('lab exec', () => {
  test('runs on the host and forwards input, output and exit code', async () => {
    const script = 'cat; ip netns identify $$ >&2; exit 7';
    const done = await labCommand(['exec', 'gw-jp', '--state', state, '--', 'sh', '-c', script], 'in\n');
    expect(done).toEqual({ code: 7, stdout: 'in\n', stderr: `${lab.hosts['gw-jp'].namespace}\n` });
  });

  test('exits with 127 for a missing command, like a shell', async () => {
    const done = await labCommand(['exec', 'client', '--state', state, '--', 'no-such-command']);
    expect(done).toMatchObject({ code: 127, stderr: expect.stringContaining('no-such-command') });
  });

  test("finds the stack's own comet first, with the socket of that host's daemon", async () => {
    const done = await labCommand(['--state', state, 'exec', 'client', '--', 'comet', 'status']);
    expect(done).toEqual({ code: 0, stdout: 'comet status on /somewhere/cometd.sock\n', stderr: '' });
  });

  test('reports a signal that ended the command like a shell', async () => {
    const done = await labCommand(['exec', 'client', '--state', state, '--', 'sh', '-c', 'kill -9 $$']);
    expect(done.code).toBe(137);
  });

  test('ending the lab command ends the command on the host', async () => {
    const child = spawn(process.execPath, [
      main,
      'exec',
      'client',
      '--state',
      state,
      '--',
      'sh',
      '-c',
      'echo $$; exec sleep 7655',
    ]);
    const closed = once(child, 'close') as Promise<[number | null]>;
    const output = once(child.stdout, 'data') as Promise<[Buffer]>;
    const [first] = await Promise.race([output, closed]);
    child.kill('SIGTERM');
    expect((await closed)[0]).toBe(143);
    expect(() => process.kill(Number(String(first)), 0)).toThrow('ESRCH');
  });
});

describe('the lab command', () => {
  test('shows the hosts', async () => {
    const { code, stdout } = await labCommand(['hosts', '--state', state]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^gw-nl +203\.0\.113\.101 +2001:db8:0:1::101 +eth0 +comet-\w+-gw-nl$/m);
  });

  test('reports invalid arguments in one sentence and prints the usage', async () => {
    const { code, stderr } = await labCommand(['exec', 'moon', '--', 'true']);
    expect(code).toBe(64);
    expect(stderr).toMatch(/^There is no host "moon"; .*\.\nUsage: /);
  });

  test('reports that no stack is running', async () => {
    const { code, stderr } = await labCommand(['hosts', '--state', join(state, 'nothing')]);
    expect(code).toBe(69);
    expect(stderr).toMatch(/^No stack is running on .*npm start`, or name its state folder.*\.\n$/);
  });
});
