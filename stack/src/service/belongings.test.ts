import { expect, test } from 'vitest';
import { allOrNothing, createBelongings } from './belongings.ts';

test('everything is released, the newest first, even when one release fails', async () => {
  const belongings = createBelongings();
  const released: string[] = [];
  for (const name of ['database', 'api', 'agent']) {
    await belongings.keep(async () => {
      released.push(name);
      if (name === 'api') throw new Error('it was stubborn');
    });
  }
  await expect(belongings.releaseAll()).rejects.toThrow('it was stubborn');
  expect(released).toEqual(['agent', 'api', 'database']);
  await belongings.releaseAll();
  expect(released).toHaveLength(3);
});

test('what arrives after the end was called for is released at once and refused', async () => {
  const belongings = createBelongings();
  belongings.close();
  let released = false;
  const late = belongings.keep(async () => {
    released = true;
  });
  await expect(late).rejects.toThrow('Stopped before everything was started.');
  expect(released).toBe(true);
  expect(() => belongings.check()).toThrow('Stopped');
});

test('when one part fails, aborts and awaits the others, and throws the first failure', async () => {
  const belongings = createBelongings();
  let told = false;
  const slow = (async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      try {
        belongings.check();
      } catch (error) {
        told = true;
        throw error;
      }
    }
  })();
  const broken = Promise.reject(new Error('no disk'));
  await expect(allOrNothing(belongings, [slow, broken])).rejects.toThrow('no disk');
  expect(told).toBe(true);
});
