import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { descendantsOf } from './end-on-signal.ts';

test('finds children and their children', () => {
  const parents = new Map([
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
    [6, 9],
  ]);
  expect(descendantsOf(1, parents)).toEqual([2, 3, 4, 5]);
  expect(descendantsOf(6, parents)).toEqual([]);
});

const program = `
  import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { endOnSignal, releasable } from ${JSON.stringify(join(import.meta.dirname, 'end-on-signal.ts'))};
  const [folder] = process.argv.slice(1);
  endOnSignal(() => undefined);
  releasable(async () => writeFileSync(folder + '/released', ''));
  releasable(async () => { throw new Error('a release that fails'); });
  const shell = spawn('sh', ['-c', 'sleep 300 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  shell.stdout.pipe(process.stdout);
  process.once('SIGUSR2', () => Promise.reject(new Error('a failure that nothing catches')));
  setTimeout(() => undefined, 300_000);
`;

const statuses = { SIGTERM: 143, SIGINT: 130, SIGUSR2: 1 } as const;

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends what was registered, and all descendants',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'comet-bench-signal-'));
    try {
      const args = ['--input-type=module-typescript', '--eval', program, folder];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      expect(existsSync(`/proc/${line}`)).toBe(true);
      child.kill(signal);
      expect((await exited)[0]).toBe(statuses[signal]);
      expect(existsSync(join(folder, 'released'))).toBe(true);
      await expect.poll(() => existsSync(`/proc/${line}`)).toBe(false);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test('ends something once', async () => {
  const { releasable } = await import('./end-on-signal.ts');
  let count = 0;
  const end = releasable(async () => (count += 1));
  await Promise.all([end(), end()]);
  await end();
  expect(count).toBe(1);
});
