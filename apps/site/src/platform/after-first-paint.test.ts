import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFirstPaint } from './after-first-paint.ts';

let reportPaint: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        reportPaint = callback;
      }
      readonly observe = vi.fn<() => void>();
      readonly disconnect = vi.fn<() => void>();
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('runs once, after the paint', () => {
  const work = vi.fn<() => void>();
  afterFirstPaint(work);
  expect(work).not.toHaveBeenCalled();
  reportPaint();
  reportPaint();
  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('runs after a second in a browser that reports no paint', () => {
  const work = vi.fn<() => void>();
  afterFirstPaint(work);
  vi.advanceTimersByTime(999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});
