import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowanceOf, moreUsage } from './allowance.ts';
import { noOwnerLimits, noUsage } from './allowance.store.ts';

const cap = fc.option(fc.integer({ min: 1, max: 1_000_000 }));
/** A negligible number of bytes. */
const scrap = 131_072;
const caps = fc.record({ bytesPerSecond: cap, dayBytes: cap });

test('the lower of the owner’s and the operator’s limits applies', () => {
  fc.assert(
    fc.property(caps, caps, fc.boolean(), fc.nat(1_200_000), (own, operator, paused, today) => {
      const { state, bytesPerSecond } = allowanceOf({ ...noOwnerLimits, paused, caps: own }, operator, today);
      for (const { bytesPerSecond: limit, dayBytes } of [own, operator]) {
        if (limit !== null) expect(bytesPerSecond).toBeLessThanOrEqual(limit);
        if (dayBytes !== null && today >= dayBytes) expect(state).not.toBe('open');
      }
      if (paused) expect(state).toBe('paused');
      const bounded = [own.dayBytes, operator.dayBytes].some(
        (limit) => limit !== null && limit - today < scrap,
      );
      if (!paused && !bounded) expect(state).toBe('open');
    }),
  );
});

test('adds up traffic by day, and removes days after ninety', () => {
  let usage = moreUsage(moreUsage(noUsage, '2026-01-01', 5), '2026-01-01', 7);
  expect(usage.days).toEqual({ '2026-01-01': 12 });
  for (let day = 0; day < 95; day += 1) {
    const at = new Date(Date.UTC(2026, 1, 1 + day)).toISOString().slice(0, 10);
    usage = moreUsage(usage, at, 1);
  }
  expect(Object.keys(usage.days)).toHaveLength(90);
  expect(usage.days['2026-01-01']).toBeUndefined();
});
