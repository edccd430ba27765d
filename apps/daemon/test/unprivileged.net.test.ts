import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { writeRequest } from '@comet/tunnel-protocol';
import { describe, expect, test } from 'vitest';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

/** An unprivileged user of the machine: uid and gid of `nobody`, no capabilities. */
const nobody = 65_534;
const network = bareTestNetwork();

/** Runs a program as an unprivileged user; resolves with its exit code and output. */
async function asNobody(...argv: readonly string[]): Promise<{ code: number | null; stdout: string }> {
  const [command = '', ...rest] = argv;
  const child = spawn(command, rest, { uid: nobody, gid: nobody, stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.on('data', (text: Buffer) => {
    stdout += text.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout };
}

describe('before the daemon has ever run', () => {
  test('replaces links in place of its files, and does not follow them', async () => {
    const victim = join(network.folder, 'victim');
    await writeFile(victim, 'precious', { mode: 0o644 });
    // A state folder that was writable for others, as after a faulty package.
    await mkdir(network.stateDir, { mode: 0o777 });
    for (const name of ['state.json.new', 'lockdown.nft.new', 'resolv.conf.original.new'])
      await symlink(victim, join(network.stateDir, name));
    await network.startDaemon();
    await network.comet('lockdown', 'on');
    await network.logIn();
    await network.comet('connect', 'nl-ams');
    await network.comet('disconnect');
    await network.comet('lockdown', 'off');
    expect(await readFile(victim, 'utf8')).toBe('precious');
    expect((await stat(network.stateDir)).mode & 0o777).toBe(0o700);
    const state = await lstat(join(network.stateDir, 'state.json'));
    expect([state.isFile(), state.mode & 0o777, state.uid]).toEqual([true, 0o600, 0]);
  });
});

describe('an unprivileged user', () => {
  test('cannot connect to the daemon', async () => {
    expect((await stat(network.socket)).mode & 0o007).toBe(0);
    // A program of the system, because the user cannot read root's checkout.
    const { stdout } = await asNobody(
      'perl',
      '-MIO::Socket::UNIX',
      '-e',
      `print IO::Socket::UNIX->new(Peer => "${network.socket}") ? "in" : "out"`,
    );
    expect(stdout).toBe('out');
  });

  test('can neither read nor list the daemon’s files', async () => {
    expect((await asNobody('cat', join(network.stateDir, 'state.json'))).code).not.toBe(0);
    expect((await asNobody('ls', network.stateDir)).code).not.toBe(0);
  });

  test('cannot choose the daemon’s programs by its environment or working directory', async () => {
    const pid = execFileSync('pgrep', ['-f', `^${process.execPath} .*src/main.ts`], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .find((one) => environmentOf(one).includes(`COMET_SOCKET=${network.socket}`));
    expect(pid).toBeDefined();
    const children = execFileSync('pgrep', ['-P', pid ?? ''], { encoding: 'utf8' })
      .trim()
      .split('\n');
    for (const child of children) {
      const path = environmentOf(child).find((line) => line.startsWith('PATH='));
      if (path !== undefined)
        for (const folder of path.slice(5).split(':')) expect((await stat(folder)).uid).toBe(0);
    }
  });
});

describe('a user with access to the daemon', () => {
  test('cannot make it move a process of another user', async () => {
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const reply = await ask('split.adopt', { pid: stranger.pid ?? 0, mode: 'exclude' });
      expect(reply).toContain('not_your_process');
      expect(await readFile(`/proc/${stranger.pid}/cgroup`, 'utf8')).not.toContain('comet.split');
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('cannot make it run a command line, or name a path to another target', async () => {
    expect(await ask('run', { words: ['report', '/tmp/made'], watched: false, takeBack: false })).toContain(
      'unknown_command',
    );
    for (const path of ['/usr/../etc', '/usr/./x', 'relative', '/a\nb', '/'])
      expect(await ask('split.add', { kind: 'app', path })).toContain('malformed_request');
    expect(await ask('dns.set', { dns: { servers: ['1.1.1.1\nnameserver 6.6.6.6'] } })).toContain(
      'malformed_request',
    );
    expect(await ask('split.add', { kind: 'network', network: '0.0.0.0/0; accept' })).toContain(
      'malformed_request',
    );
  });
});

/** The daemon's first line in reply to a raw request. */
function ask(command: string, params: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(network.socket);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const line = text
        .split('\n')
        .find((one) => one.includes('"kind":"result"') || one.includes('"kind":"error"'));
      if (line === undefined) return;
      socket.destroy();
      resolve(line);
    });
    socket.on('error', reject);
    socket.on('connect', () => socket.write(writeRequest(1, command as never, params)));
  });
}

function environmentOf(pid: string): readonly string[] {
  try {
    return execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' }).split('\0');
  } catch {
    return []; // It ended meanwhile.
  }
}
