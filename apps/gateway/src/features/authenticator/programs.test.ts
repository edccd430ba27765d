import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock } from '@comet/foundation';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProgramName, ProgramSpec } from './authenticator-messages.ts';
import { alignment, Programs, type Launchers, openLaunchers } from './programs.ts';

let folder = '';
let load = 0;
let ends: string[] = [];
let programs: Programs;
let launchers: Launchers;
const clock = manualClock(new Date(1_000_000));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-programs-'));
  [load, ends] = [0, []];
  launchers = openLaunchers(null);
  programs = new Programs({
    launchers,
    clock,
    load: () => load,
    events: {
      onManagement: () => undefined,
      onEnd: (name, reason) => ends.push(`${name} ${reason ?? 'on request'}`),
      onReady: () => undefined,
    },
  });
});

afterEach(async () => {
  await programs.stop();
  for (const launcher of Object.values(launchers)) launcher.close();
  await rm(folder, { recursive: true });
});

/** Records its starts and reloads. */
const script = (log: string) =>
  `trap 'echo again >> ${log}' HUP; trap 'exit 0' TERM; echo start >> ${log}; while :; do sleep 0.02; done`;

function spec(name: ProgramName, changes: Partial<ProgramSpec> = {}): ProgramSpec {
  return {
    name,
    command: '/bin/sh',
    args: ['-c', script(join(folder, name))],
    env: { PATH: '/usr/bin:/bin' },
    management: null,
    revision: 'one',
    renewal: 'quiet',
    renewBy: 2_000,
    shownUntil: 9_000,
    ...changes,
  };
}

const linesOf = (name: string) =>
  readFile(join(folder, name), 'utf8').then(
    (text) => text.trim().split('\n'),
    () => [],
  );
async function expectLines(name: string, lines: readonly string[]): Promise<void> {
  await expect.poll(() => linesOf(name), { timeout: 20_000 }).toEqual(lines);
}

test('a renewed certificate disconnects no client: programs reload it, or are restarted when idle', async () => {
  await programs.align([spec('tls', { renewal: 'hangup' }), spec('udp')]);
  await expectLines('tls', ['start']);
  await expectLines('udp', ['start']);
  load = 1;
  const renewed = [spec('tls', { renewal: 'hangup', revision: 'two' }), spec('udp', { revision: 'two' })];
  await programs.align(renewed);
  await programs.renewQuiet();
  await expectLines('tls', ['start', 'again']);
  expect(ends).toEqual([]);
  load = 0;
  await programs.renewQuiet();
  await expectLines('udp', ['start', 'start']);
  // A renewed program is not restarted.
  await programs.align(renewed);
  await programs.renewQuiet();
  expect(await linesOf('udp')).toEqual(['start', 'start']);
});

test('a server that is never idle is restarted before its certificate expires', async () => {
  await programs.align([spec('udp')]);
  await expectLines('udp', ['start']);
  load = 1;
  await programs.align([spec('udp', { revision: 'two', renewBy: 1_500 })]);
  clock.advance(499_000);
  await programs.renewQuiet();
  expect(ends).toEqual([]);
  clock.advance(1_000);
  await programs.renewQuiet();
  await expectLines('udp', ['start', 'start']);
});

test('a late certificate is applied before the previous one expires', async () => {
  const now = clock.now().getTime() / 1000;
  await programs.align([spec('udp', { shownUntil: now + 200 })]);
  await expectLines('udp', ['start']);
  load = 1;
  await programs.align([spec('udp', { revision: 'two', renewBy: now + 400 })]);
  clock.advance(199_000);
  await programs.renewQuiet();
  expect(ends).toEqual([]);
  clock.advance(1_000);
  await programs.renewQuiet();
  await expectLines('udp', ['start', 'start']);
  expect(alignment(spec('udp'), spec('udp', { shownUntil: 1 }))).toBe('keep');
});

test('restarts programs that end, and ends programs that are no longer wanted', async () => {
  const log = join(folder, 'tls');
  await programs.align([spec('tls', { args: ['-c', `echo start >> ${log}`] }), spec('udp')]);
  await expectLines('tls', ['start', 'start']);
  await expectLines('udp', ['start']);
  await programs.align([]);
  expect(programs.ready).toEqual([]);
  expect(ends.filter((end) => end.startsWith('udp'))).toEqual(['udp on request']);
});

test('reports a missing program, and continues', async () => {
  await programs.align([spec('udp', { command: '/nowhere/openvpn' })]);
  await expect
    .poll(() => ends[0], { timeout: 20_000 })
    .toMatch(/^udp could not be started: .*\/nowhere\/openvpn: not found$/);
});

test('reports the last output of a program that ends before it serves, without addresses', async () => {
  const shellScript =
    'echo "Error opening configuration file: udp.conf"; echo "from 203.0.113.7:1194 2001:db8::9" >&2; exit 1';
  await programs.align([spec('udp', { args: ['-c', shellScript] })]);
  await expect
    .poll(() => ends[0], { timeout: 20_000 })
    .toBe('udp ended by exit code 1: Error opening configuration file: udp.conf | from [address] [address]');
});

test('discards the output of a serving program', async () => {
  const log = join(folder, 'tls');
  const go = join(folder, 'go');
  const shellScript = `echo start >> ${log}; while [ ! -e ${go} ]; do sleep 0.02; done; echo customer; exit 1`;
  await programs.align([spec('tls', { args: ['-c', shellScript] })]);
  await expect.poll(() => programs.ready, { timeout: 20_000 }).toEqual(['tls']);
  await writeFile(go, '');
  await expect.poll(() => ends[0], { timeout: 20_000 }).toBe('tls ended by exit code 1');
});

test('an unchanged specification keeps the program', () => {
  expect(alignment(spec('udp'), spec('udp'))).toBe('keep');
  expect(alignment(spec('udp'), spec('udp', { renewBy: 9 }))).toBe('keep');
  expect(alignment(spec('udp'), spec('udp', { args: [] }))).toBe('replace');
  expect(alignment(spec('udp'), spec('udp', { revision: 'two' }))).toBe('replace when quiet');
});

test('passes arguments of a message only as arguments of the program, within one line', async () => {
  const shellScript = ["it's", '$(touch x)', '`id`', 'a b', '*', '\\', '"', ';', '& echo ended 0', ''];
  const log = join(folder, 'udp');
  await programs.align([
    spec('udp', {
      args: [
        '-c',
        `printf '%s\\n' "$SAID" "$@" >> ${log}; while :; do sleep 0.02; done`,
        'sh',
        ...shellScript,
      ],
      env: { PATH: '/usr/bin:/bin', SAID: "$HOME ' x" },
    }),
  ]);
  await expectLines('udp', ["$HOME ' x", ...shellScript].join('\n').trim().split('\n'));
  expect(() => launchers.tcp.launch(spec('tcp', { args: ['a\nb'] }))).toThrow(TypeError);
  expect(() => launchers.tcp.launch(spec('tcp', { env: { 'A;B': '' } }))).toThrow(TypeError);
});

test('the programs end with their supervisor, also one that ignores signals', async () => {
  const pidIn = (name: ProgramName, trap: string) =>
    spec(name, { args: ['-c', `${trap} echo $$ >> ${join(folder, name)}; while :; do sleep 0.02; done`] });
  await programs.align([pidIn('udp', ''), pidIn('tcp', "trap '' TERM;")]);
  const pids: number[] = [];
  for (const name of ['udp', 'tcp'] as const) {
    await expect.poll(() => linesOf(name), { timeout: 20_000 }).toHaveLength(1);
    pids.push(Number((await linesOf(name))[0]));
  }
  launchers.udp.close();
  launchers.tcp.close();
  const living = async () => {
    const found = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ' Z')),
    );
    return found.filter((stat) => !/ [ZX](?: |$)/.test(stat)).length;
  };
  await expect.poll(living, { timeout: 20_000 }).toBe(0);
});
