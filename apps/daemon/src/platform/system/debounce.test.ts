import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounce } from './debounce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('reports a burst as one change, after its end', () => {
  const settled = vi.fn<() => void>();
  const changes = debounce(settled);
  for (let time = 0; time < 1_000; time += 100) {
    changes.notify();
    vi.advanceTimersByTime(100);
  }
  expect(settled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(settled).toHaveBeenCalledTimes(1);
});

test('change events without end delay it by two seconds at most', () => {
  const settled = vi.fn<() => void>();
  const changes = debounce(settled);
  for (let time = 0; time < 10_000; time += 400) {
    changes.notify();
    vi.advanceTimersByTime(400);
  }
  expect(settled.mock.calls.length).toBeGreaterThanOrEqual(4);
  changes.close();
});
