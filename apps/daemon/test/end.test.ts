import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { end } from './end.ts';

async function shell(script: string): Promise<ChildProcess> {
  const program = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(program.stdout, 'data');
  return program;
}

test('waits until a program has ended, and not if it ended before', async () => {
  const program = await shell('echo; exec sleep 50');
  await end(program, 'SIGTERM');
  expect(program.signalCode).toBe('SIGTERM');
  await end(program, 'SIGTERM');
});

test('kills a process that ignores the signal, and reports it', async () => {
  const program = await shell('trap "" TERM; echo; while :; do sleep 0.1; done');
  await expect(end(program, 'SIGTERM', 300)).rejects.toThrow('did not end at SIGTERM');
  expect(program.signalCode).toBe('SIGKILL');
});
