import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settling } from './settling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst counts as one change, when it is over', () => {
  const settled = vi.fn<() => void>();
  const changes = settling(settled);
  for (let time = 0; time < 1_000; time += 100) {
    changes.changeEvent();
    vi.advanceTimersByTime(100);
  }
  expect(settled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(settled).toHaveBeenCalledTimes(1);
});

test('change events without end delay it by two seconds at most', () => {
  const settled = vi.fn<() => void>();
  const changes = settling(settled);
  for (let time = 0; time < 10_000; time += 400) {
    changes.changeEvent();
    vi.advanceTimersByTime(400);
  }
  expect(settled.mock.calls.length).toBeGreaterThanOrEqual(4);
  changes.close();
});
