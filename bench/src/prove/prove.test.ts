import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseProveArguments } from './arguments.ts';
import { endedOf, runInGuest } from './machine/guest-agent.ts';
import { priorityOfRule } from './machine/client-machine.ts';
import { parseMessage } from './machine/json-lines.ts';
import { control, holds, none } from './proof.ts';
import { passes, type ProofRow, proofTable, withRow } from './proof-table.ts';

test('arguments choose rows in the order of the table, and unknown ones are named', () => {
  const all = ['leaks', 'reboot', 'split'];
  const parse = (...args: readonly string[]) => parseProveArguments(args, all);
  expect(parse()).toEqual({ ok: true, value: { names: all, out: null, packages: null } });
  expect(parse('split', 'leaks', '--out', 'o', '--packages', 'p')).toEqual({
    ok: true,
    value: { names: ['leaks', 'split'], out: 'o', packages: 'p' },
  });
  expect(parse('leak')).toMatchObject({ ok: false, error: expect.stringContaining('no row called leak') });
  expect(parse('--fast')).toMatchObject({ ok: false, error: expect.stringContaining('npm run prove takes') });
});

test('a proof passes with every figure within its bound and a control that saw something', () => {
  const seen = control('unprotected', 12, 'packets');
  const clean = none('outside', []);
  expect(passes([clean, seen])).toBe(true);
  expect(passes([none('outside', ['a packet']), seen])).toBe(false);
  expect(passes([clean, control('unprotected', 0, 'packets')])).toBe(false);
  expect(passes([clean])).toBe(false);
  expect(passes([])).toBe(false);
  expect(passes([holds('kernel', false), seen])).toBe(false);
});

test('the table shows bounds, misses and why a proof broke off', () => {
  const row: ProofRow = {
    ...{ proof: 'leaks', title: 'Leaks', machine: '6.1, tcg', measuredAt: '', passed: false },
    figures: [none('outside', ['a packet']), control('unprotected', 3, 'packets')],
  };
  expect(proofTable([row]).split('\n').at(-1)).toBe(
    '| Leaks | outside: 1 packets (0, **missed**); control: unprotected: 3 packets (≥ 1) | no |',
  );
  expect(proofTable([{ ...row, figures: [], error: 'no boot' }])).toContain('| **no boot** | no |');
  const other = { ...row, proof: 'reboot' };
  const replaced = withRow([other, row], { ...row, passed: true }, ['leaks', 'reboot']);
  expect(replaced.map(({ proof, passed }) => [proof, passed])).toEqual([
    ['leaks', true],
    ['reboot', false],
  ]);
});

test('reads lines of the guest agent, its programs and rules', () => {
  expect(parseMessage('\uFFFD{"return": 1}')).toEqual({ return: 1 });
  for (const line of ['', 'rest"}', '[]', '1']) expect(parseMessage(line)).toBeNull();
  const output = { 'out-data': Buffer.from('é\n').toString('base64') };
  expect(endedOf({ exited: true, exitcode: 2, ...output })).toEqual({ code: 2, stdout: 'é\n', stderr: '' });
  expect(endedOf({ exited: true }).code).toBe(128);
  const rules = '0:\tfrom all lookup local\n4990:\tnot from all fwmark 0xc0e7 lookup 51870\n';
  expect(priorityOfRule(rules)).toBe('4990');
  expect(priorityOfRule('0:\tfrom all lookup local\n')).toBeNull();
});

test('a program runs in the guest despite the rest of an earlier conversation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-agent-'));
  const path = join(folder, 'agent');
  let polls = 0;
  const replies: Readonly<Record<string, () => unknown>> = {
    'guest-exec': () => ({ pid: 7 }),
    'guest-exec-status': () =>
      (polls += 1) < 2
        ? { exited: false }
        : { exited: true, exitcode: 0, 'out-data': Buffer.from('done').toString('base64') },
  };
  const server = createServer((socket) => {
    socket.write('ed": 3}\n{"return": {"pid": 1}}\n');
    socket.on('data', (data) => {
      for (const line of String(data).trim().split('\n')) {
        const { execute, arguments: args } = JSON.parse(line) as Request;
        const value = execute === 'guest-sync-delimited' ? args.id : replies[execute]?.();
        socket.write(`${JSON.stringify({ return: value })}\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    expect(await runInGuest(path, ['true'])).toEqual({ code: 0, stdout: 'done', stderr: '' });
    server.close();
    await expect(runInGuest(path, ['true'])).rejects.toThrow(/closed|ENOENT|ECONNREFUSED/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

interface Request {
  readonly execute: string;
  readonly arguments: { readonly id?: number };
}
