import { expect, test, vi } from 'vitest';
import { watchSleep } from './wake-monitor.ts';

test('detects sleep by a jump of the clock, but not on a busy machine', () => {
  let now = 0;
  let tick = (): void => undefined;
  const woken = vi.fn<() => void>();
  const { close } = watchSleep(
    woken,
    () => now,
    (callback) => {
      tick = callback;
      return setTimeout(() => undefined, 0);
    },
  );
  for (const passed of [2_000, 2_400, 5_000, 2_000]) {
    now += passed;
    tick();
  }
  expect(woken).not.toHaveBeenCalled();
  now += 60_000;
  tick();
  now += 2_000;
  tick();
  expect(woken).toHaveBeenCalledTimes(1);
  close();
});
