import { expect, test } from 'vitest';
import { createLagMeter } from './replica-reads.ts';

function metered() {
  let now = 0;
  const meter = createLagMeter(() => now);
  return {
    ...meter,
    /** Whether the replica is fresh after it is measured at a time in ms. */
    measured(at: number, written: number | null, replayed: number | null): boolean {
      now = at;
      meter.wrote(at, written);
      meter.replayed(replayed);
      return meter.isFresh();
    },
    isFreshAt(at: number): boolean {
      now = at;
      return meter.isFresh();
    },
  };
}

test('a replica is fresh for a second after the moment whose changes it has replayed', () => {
  const meter = metered();
  expect(meter.isFreshAt(0)).toBe(false);
  expect(meter.measured(0, 100, 90)).toBe(false);
  expect(meter.measured(250, 200, 100)).toBe(true);
  expect(meter.isFreshAt(1_000)).toBe(true);
  expect(meter.isFreshAt(1_001)).toBe(false);
  expect(meter.measured(1_250, 300, 200)).toBe(true);
  expect(meter.isFreshAt(1_251)).toBe(false);
});

test('a replica of an idle primary stays fresh, and one that replays nothing more does not', () => {
  const meter = metered();
  for (let at = 0; at <= 5_000; at += 250) expect(meter.measured(at, 100, 100)).toBe(true);
  expect(meter.measured(5_250, 101, 100)).toBe(true);
  expect(meter.measured(6_001, 101, 100)).toBe(false);
  expect(meter.measured(6_250, 101, 101)).toBe(true);
});

test('a server that is no replica is never fresh', () => {
  expect(metered().measured(0, 100, null)).toBe(false);
  expect(metered().measured(0, null, 100)).toBe(false);
});

test('a replica that failed is used again after the next measurement', () => {
  const meter = metered();
  expect(meter.measured(0, 100, 100)).toBe(true);
  meter.expire();
  expect(meter.isFreshAt(1)).toBe(false);
  expect(meter.measured(250, 100, 100)).toBe(true);
});
