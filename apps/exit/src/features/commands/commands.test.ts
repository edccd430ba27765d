import { ApiError, type Client, NetworkError } from '@comet/client';
import { api } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { exitTexts as texts } from '@comet/texts/exit';
import { expect, test } from 'vitest';
import type { Usage, OwnerLimits } from '../allowance/index.ts';
import type { KeptLine } from '../measuring/index.ts';
import type { Membership, PendingJoin } from '../membership/index.ts';
import type { Status } from '../serving/index.ts';
import { runCommand } from './run-command.ts';
import { parseCommand } from './parse-command.ts';

function fakeFile<T>(content: T | null = null): StateFile<T> & { content: T | null } {
  return {
    content,
    read() {
      return Promise.resolve(this.content);
    },
    write(given: T) {
      this.content = given;
      return Promise.resolve();
    },
    remove() {
      this.content = null;
      return Promise.resolve();
    },
    version: () => Promise.resolve('1'),
  };
}

function room(typed = '') {
  const printed: string[] = [];
  const calls: { path: string; body: unknown }[] = [];
  const replies = { fail: null as Error | null };
  const client: Client = {
    call: (endpoint, request) => {
      calls.push({
        path: `${endpoint.method} ${endpoint.path}`,
        body: 'body' in request ? request.body : null,
      });
      if (replies.fail !== null) return Promise.reject(replies.fail);
      const reply = { exitId: '00000000-0000-4000-8000-000000000001', credential: 'c'.repeat(20) };
      return Promise.resolve(reply as never);
    },
  };
  const files = {
    membership: fakeFile<Membership>(),
    pendingJoin: fakeFile<PendingJoin>(),
    ownerLimits: fakeFile<OwnerLimits>(),
    usage: fakeFile<Usage>(),
    status: fakeFile<Status>(),
    line: fakeFile<KeptLine>(),
    ticket: fakeFile<never>(),
  };
  const clock = manualClock(new Date('2026-11-22T10:00:00Z'));
  const run = async (...words: string[]) => {
    const command = parseCommand(words);
    if (
      !command.ok ||
      command.value.kind === 'serve' ||
      command.value.kind === 'help' ||
      command.value.kind === 'version'
    )
      return expect.fail('no such words');
    printed.length = 0;
    const parts = { client, clock, files, print: (line: string) => void printed.push(line) };
    return runCommand(command.value, {
      ...parts,
      prompt: () => Promise.resolve(typed),
      sleep: () => Promise.resolve(),
      runs: (pid) => pid === 7,
    });
  };
  return { printed, calls, replies, files, run };
}

test('changes nothing until the owner has read the explanation and typed a name', async () => {
  const { run, calls, files, printed } = room('');
  expect(await run('join', 'abc')).toBe(1);
  expect(printed).toEqual([texts.consent, texts.notAgreed]);
  expect(calls).toEqual([]);
  expect(files.membership.content).toBeNull();
});

test('consent is recorded with its version, name and time, here and at the service', async () => {
  const { run, calls, files } = room('Ada Lovelace');
  expect(await run('join', 'abc', '--network', 'Fibre One')).toBe(0);
  expect(calls[0]).toMatchObject({
    path: `POST ${api.enrolExit.path}`,
    body: { token: 'abc', network: 'Fibre One', consent: { version: 1, name: 'Ada Lovelace' } },
  });
  expect(files.membership.content?.consent).toEqual({
    ...{ version: 1, name: 'Ada Lovelace', at: '2026-11-22T10:00:00.000Z' },
  });
  expect(JSON.stringify(calls)).not.toContain(files.membership.content?.wireguardPrivateKey);
  expect(await run('join', 'abc')).toBe(1);
});

test('a join without a response is retried with the same request, also by a later join with the same invitation', async () => {
  const { run, replies, files, calls } = room('Ada');
  const serverError = new ApiError(500, { code: 'internal', message: '', rules: [] }, null);
  for (const lost of [new NetworkError('reset'), serverError]) {
    replies.fail = lost;
    expect(await run('join', 'abc')).toBe(1);
  }
  expect(calls).toHaveLength(8);
  replies.fail = null;
  expect(await run('join', 'abc', '--agree', 'Ada Lovelace')).toBe(0);
  expect(new Set(calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(files.membership.content?.consent.name).toBe('Ada');
  expect(files.pendingJoin.content).toBeNull();
});

test('a refusal is not retried, and another invitation has new keys', async () => {
  const { run, replies, calls } = room('Ada');
  replies.fail = new ApiError(403, { code: 'invitation_invalid', message: '', rules: [] }, null);
  expect(await run('join', 'abc')).toBe(1);
  expect(calls).toHaveLength(1);
  replies.fail = null;
  expect(await run('join', 'def')).toBe(0);
  const keys = calls.map(({ body }) => (body as { wireguardPublicKey: string }).wireguardPublicKey);
  expect(keys[0]).not.toBe(keys[1]);
});

test('a rejected invitation changes nothing', async () => {
  const { run, replies, files, printed } = room('Ada');
  replies.fail = new NetworkError('down');
  expect(await run('join', 'abc')).toBe(1);
  expect(printed.at(-1)).toBe(texts.unreachable);
  expect(files.membership.content).toBeNull();
});

test('pause and caps apply locally at once, also while the control plane is unreachable', async () => {
  const { run, replies, files, printed, calls } = room('Ada');
  await run('join', 'abc');
  expect(await run('pause')).toBe(0);
  expect(files.ownerLimits.content?.paused).toBe(true);
  expect(calls.at(-1)).toMatchObject({ body: { paused: true } });
  replies.fail = new NetworkError('down');
  expect(await run('cap', '--speed', '20', '--day', '5')).toBe(0);
  expect(files.ownerLimits.content).toMatchObject({
    paused: true,
    caps: { bytesPerSecond: 2_500_000, dayBytes: 5_000_000_000 },
  });
  expect(printed).toEqual([texts.wishKept, texts.caps(texts.megabits(20), texts.gigabytes(5))]);
  await run('resume');
  expect(files.ownerLimits.content?.paused).toBe(false);
});

test('withdrawing needs a confirmation, stops traffic at once, and leaves no credential', async () => {
  const unsure = room('no');
  await unsure.run('join', 'abc', '--agree', 'Ada');
  expect(await unsure.run('withdraw')).toBe(1);
  expect(unsure.files.membership.content).not.toBeNull();
  const sure = room('withdraw');
  await sure.run('join', 'abc', '--agree', 'Ada');
  sure.replies.fail = new NetworkError('down');
  expect(await sure.run('withdraw')).toBe(1);
  expect(sure.files.ownerLimits.content?.paused).toBe(true);
  expect(sure.files.membership.content).not.toBeNull();
  // The control plane treats the exit as withdrawn.
  sure.replies.fail = new ApiError(401, { code: 'unauthorized', message: '', rules: [] }, null);
  expect(await sure.run('withdraw', '--yes')).toBe(0);
  expect(sure.files.membership.content).toBeNull();
  expect(sure.files.ownerLimits.content).toBeNull();
});

test('status shows the state and the traffic, also while the service does not run', async () => {
  const { run, files, printed } = room();
  await run('join', 'abc', '--agree', 'Ada');
  expect(await run('status')).toBe(3);
  expect(printed[0]).toBe(texts.states.off);
  files.status.content = { version: 1, pid: 7, state: 'connecting', detail: 'no answer', latencyMs: null };
  files.usage.content = {
    version: 1,
    counted: 0,
    days: { '2026-11-21': 999, '2026-11-22': 1_500_000_000 },
  };
  expect(await run('status')).toBe(0);
  expect(printed.slice(0, 2)).toEqual(['connecting (no answer)', texts.today('1.5 GB')]);
  const line = { downBytesPerSecond: 11_700_000, upBytesPerSecond: 1_130_000 };
  files.line.content = { version: 1, measuredAt: '2026-11-21T10:00:00Z', line };
  await run('status');
  expect(printed).toContain('Connection: 94 Mbit/s down, 9 Mbit/s up (measured on 2026-11-21)');
  await run('carried');
  expect(printed[0]).toBe(`${texts.carriedHeading}\n2026-11-22  1.5 GB\n2026-11-21  999 bytes`);
});

test.each([
  ['dance'],
  ['join'],
  ['join', 'a b'],
  ['join', 'abc', '--agree'],
  ['join', 'abc', '--name', 'x'],
  ['cap', '--speed', '-1'],
  ['cap', '--speed', '1', '--speed', '2'],
  ['cap', '--day', 'lots'],
  ['status', 'now'],
  ['withdraw', 'please'],
])('rejects the command %s %s %s', (...words) => {
  expect(parseCommand(words).ok).toBe(false);
});
