import { expect, test } from 'vitest';
import { autostartSwitch } from './use-autostart.ts';

/** An autostart entry whose changes complete when `finish` is called, in order. */
function slowEntry() {
  const started: boolean[] = [];
  const waiting: ((works: boolean) => void)[] = [];
  let isOn = false;
  return {
    started,
    async finish(works = true) {
      await expect.poll(() => waiting.length).toBe(1);
      waiting.shift()?.(works);
    },
    isOn: async () => isOn,
    set: (on: boolean) =>
      new Promise<void>((resolve, reject) => {
        started.push(on);
        waiting.push((works) => {
          if (!works) return reject(new Error('The folder is read-only'));
          isOn = on;
          resolve();
        });
      }),
  };
}

test('a second click during a change is applied last', async () => {
  const entry = slowEntry();
  const shown: boolean[] = [];
  const change = autostartSwitch(entry, (on) => shown.push(on));
  change(true);
  change(false);
  expect(shown).toEqual([true, false]);
  await entry.finish();
  await entry.finish();
  await expect.poll(() => shown).toEqual([true, false, false]);
  expect(entry.started).toEqual([true, false]);
  expect(await entry.isOn()).toBe(false);
});

test('shows the state of the system after a failed change, and the next change works', async () => {
  const entry = slowEntry();
  const shown: boolean[] = [];
  const change = autostartSwitch(entry, (on) => shown.push(on));
  change(true);
  await entry.finish(false);
  await expect.poll(() => shown).toEqual([true, false]);
  change(true);
  await entry.finish();
  await expect.poll(() => shown).toEqual([true, false, true, true]);
});
