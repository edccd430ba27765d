import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settling } from './settling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst counts as one change, when it is over', () => {
  const settled = vi.fn<() => void>();
  const changes = settling(settled);
  for (let time = 0; time < 1_000; time += 100) {
    changes.stir();
    vi.advanceTimersByTime(100);
  }
  expect(settled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(settled).toHaveBeenCalledTimes(1);
});

test('whoever stirs without end puts it off by two seconds at most', () => {
  const settled = vi.fn<() => void>();
  const changes = settling(settled);
  for (let time = 0; time < 10_000; time += 400) {
    changes.stir();
    vi.advanceTimersByTime(400);
  }
  expect(settled.mock.calls.length).toBeGreaterThanOrEqual(4);
  changes.close();
});
