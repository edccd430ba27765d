import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextHeartbeat } from './heartbeats.ts';

const intervalMs = 10_000;

test('is later than now, by one interval at most, and then regular', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 2e12 }), fc.nat({ max: 499 }), (id, now, late) => {
      const next = nextHeartbeat(id, now, intervalMs);
      expect(next).toBeGreaterThan(now);
      expect(next - now).toBeLessThanOrEqual(intervalMs);
      expect(nextHeartbeat(id, next + late, intervalMs)).toBe(next + intervalMs);
    }),
  );
});

test('spreads gateways that connect at one moment over the interval, in few groups', () => {
  const due = Array.from({ length: 2_000 }, () => nextHeartbeat(randomUUID(), 1_000_000, intervalMs));
  const sizes = [...Map.groupBy(due, (at) => at).values()].map((group) => group.length);
  expect(sizes).toHaveLength(20);
  expect(Math.max(...sizes)).toBeLessThan(200);
});
