import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runWithin } from './run-quietly.ts';

test('ends a tool that exceeds its time limit with all its processes, as a failure', async () => {
  // The inner process holds the output open, like a test's program whose runner has exited. As a background process it ignores SIGINT.
  const outcome = await runWithin(2, ['sh', '-c', 'echo begun; sh -c "sleep 120" & wait']);
  expect(outcome).toMatchObject({ code: 124, output: 'begun\nIt had not ended after 2 s.\n' });
  expect(outcome.seconds).toBeLessThan(30);
});

test('kills a tool that ignores SIGINT', async () => {
  const ignoresSigint = ['sh', '-c', 'trap "" INT TERM; echo begun; while :; do sleep 0.1; done'];
  const outcome = await runWithin(2, ignoresSigint, {}, 0.5);
  expect(outcome).toMatchObject({
    code: 137,
    output: 'begun\nEnded by SIGKILL.\nIt had not ended after 2 s.\n',
  });
});

test('waits for a tool’s cleanup after SIGINT', async () => {
  const careful = ['sh', '-c', 'trap "sleep 0.3; echo cleaned; exit 1" INT; sleep 120 & wait'];
  expect(await runWithin(2, careful)).toMatchObject({
    code: 124,
    output: 'cleaned\nIt had not ended after 2 s.\n',
  });
});

test('does not wait for a process that has left the group and holds the output open', async () => {
  // The process id is printed once it has left the group: the inner pipe is closed when `sleep` starts.
  const left = 'echo $(setsid sh -c "echo \\$\\$; exec sleep 50 >&2" &); exit 3';
  const outcome = await runWithin(60, ['sh', '-c', left]);
  process.kill(Number.parseInt(outcome.output, 10));
  expect(outcome.code).toBe(3);
  expect(outcome.output).toMatch(/^\d+\nSomething that it left running holds its output open\.\n$/);
});

test('a signal to this process ends the tool', async () => {
  const listens = join(await mkdtemp(join(tmpdir(), 'comet-run-within-')), 'listens');
  const listener = 'trap "echo heard; exit 1" INT; touch "$FILE"; sleep 50 & wait';
  const running = runWithin(60, ['sh', '-c', listener], { FILE: listens });
  await expect.poll(() => existsSync(listens)).toBe(true);
  process.emit('SIGTERM');
  expect(await running).toMatchObject({ code: 1, output: 'heard\n' });
  await rm(dirname(listens), { recursive: true });
});

test('returns the result of a tool that exits within its time limit', async () => {
  const outcome = await runWithin(60, ['sh', '-c', 'echo "$WORD"; exit 3'], { WORD: 'said' });
  expect(outcome).toMatchObject({ code: 3, output: 'said\n' });
});
