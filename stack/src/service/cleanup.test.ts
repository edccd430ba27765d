import { expect, test } from 'vitest';
import { allOrNothing, createCleanup } from './cleanup.ts';

test('releases everything, newest first, even if one release fails', async () => {
  const cleanup = createCleanup();
  const released: string[] = [];
  for (const name of ['database', 'api', 'agent']) {
    await cleanup.defer(async () => {
      released.push(name);
      if (name === 'api') throw new Error('it was stubborn');
    });
  }
  await expect(cleanup.releaseAll()).rejects.toThrow('it was stubborn');
  expect(released).toEqual(['agent', 'api', 'database']);
  await cleanup.releaseAll();
  expect(released).toHaveLength(3);
});

test('after close, a new release function runs at once and `defer` rejects', async () => {
  const cleanup = createCleanup();
  cleanup.close();
  let released = false;
  const late = cleanup.defer(async () => {
    released = true;
  });
  await expect(late).rejects.toThrow('Stopped before everything was started.');
  expect(released).toBe(true);
  expect(() => cleanup.check()).toThrow('Stopped');
});

test('if one part fails, aborts and awaits the others, and throws the first failure', async () => {
  const cleanup = createCleanup();
  let aborted = false;
  const slow = (async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      try {
        cleanup.check();
      } catch (error) {
        aborted = true;
        throw error;
      }
    }
  })();
  const broken = Promise.reject(new Error('no disk'));
  await expect(allOrNothing(cleanup, [slow, broken])).rejects.toThrow('no disk');
  expect(aborted).toBe(true);
});
