import { expect, test } from 'vitest';
import { extendIdle, rates, appendReading, type Reading } from './throughput.ts';

const reading = (at: number, received: number, sent = 0): Reading => ({ at, received, sent });

test('computes rates in bit/s between two readings', () => {
  const readings = [reading(0, 0), reading(1000, 125_000, 12_500), reading(3000, 125_000, 12_500)].reduce(
    appendReading,
    [] as readonly Reading[],
  );
  expect(rates(readings)).toEqual([
    { at: 1000, down: 1_000_000, up: 100_000 },
    { at: 3000, down: 0, up: 0 },
  ]);
});

test('restarts if a counter has decreased', () => {
  expect(appendReading([reading(0, 5000), reading(1000, 9000)], reading(2000, 10))).toEqual([
    reading(2000, 10),
  ]);
});

test('keeps one minute of readings and ignores a repeated one', () => {
  const long = Array.from({ length: 200 }, (_, second) => reading(second * 1000, second)).reduce(
    appendReading,
    [] as readonly Reading[],
  );
  expect(long).toHaveLength(61);
  expect(appendReading(long, long.at(-1)!)).toBe(long);
});

test('adds an idle reading after a missed second, and none for a late one', () => {
  const readings = [reading(0, 0), reading(1000, 125_000)];
  expect(extendIdle(readings, 2300)).toBe(readings);
  const silent = extendIdle(readings, 3000);
  expect(silent.at(-1)).toEqual(reading(3000, 125_000));
  expect(rates(appendReading(silent, reading(4000, 250_000))).at(-1)).toMatchObject({ down: 1_000_000 });
  expect(extendIdle([], 3000)).toEqual([]);
});
