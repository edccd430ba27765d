import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CpuUsage, processorTime } from './report-health.ts';

test('returns the CPU usage since the last reading only', () => {
  const usage = new CpuUsage();
  expect(usage.update({ busy: 9_000, all: 9_000 }, 0)).toBeNull();
  expect(usage.update({ busy: 9_300, all: 10_000 }, 10_000)).toBe(30);
  expect(usage.update({ busy: 9_300, all: 12_000 }, 40_000)).toBe(0);
});

test('returns null for too short an interval', () => {
  const usage = new CpuUsage();
  usage.update({ busy: 0, all: 0 }, 0);
  expect(usage.update({ busy: 500, all: 1_000 }, 10_000)).toBe(50);
  expect(usage.update({ busy: 600, all: 1_100 }, 11_000)).toBe(50);
  expect(usage.update(null, 30_000)).toBe(50);
  expect(usage.update({ busy: 500, all: 2_000 }, 30_000)).toBe(0);
});

test('counts low-priority time as free, and stolen time as busy', () => {
  const stat = 'cpu  100 400 50 1000 200 10 20 30 7 0\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 5\n';
  expect(processorTime(stat)).toEqual({ busy: 210, all: 1_810 });
  expect(processorTime('intr 5\n')).toBeNull();
  expect(processorTime(readFileSync('/proc/stat', 'utf8'))?.all).toBeGreaterThan(0);
});
