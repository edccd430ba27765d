import { expect, test } from 'vitest';
import { runnerBy, runProcess } from './run-process.ts';

test.each([
  ['in a file in memory', runProcess],
  ['where there is no room for one', runnerBy(() => Promise.resolve(null))],
])('passes all of its input to a program: %s', async (_, run) => {
  const input = 'add table inet comet\n'.repeat(10_000);
  expect(await run('cat', [], input)).toEqual({ code: 0, stdout: input, stderr: '' });
  expect(await run('cat', [], '')).toEqual({ code: 0, stdout: '', stderr: '' });
});
