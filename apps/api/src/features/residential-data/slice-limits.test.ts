import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withinLimit } from './slice-limits.ts';

const slice = fc
  .record({
    bytes: fc.integer({ min: 1, max: 64_000_000 }),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ bytes, used }) => ({ purseId: 'p', slice: 's', bytes, usedBytes: Math.floor(bytes * used) }));

test('slices are limited together to what is left, each between what was used and what it holds', () => {
  fc.assert(
    fc.property(fc.array(slice, { maxLength: 30 }), fc.nat(300_000_000), (slices, left) => {
      const limited = withinLimit(slices, left);
      const held = slices.reduce((sum, { bytes, usedBytes }) => sum + bytes - usedBytes, 0);
      expect(limited).toHaveLength(held <= left ? 0 : slices.length);
      if (held <= left) return;
      const stillUsed = limited.reduce((sum, { bytes, usedBytes }) => sum + bytes - usedBytes, 0);
      expect(stillUsed).toBeLessThanOrEqual(left);
      // Rounded down for each, and no further.
      expect(stillUsed).toBeGreaterThan(left - slices.length - 1);
      for (const [index, { bytes, usedBytes }] of limited.entries()) {
        expect(bytes).toBeGreaterThanOrEqual(usedBytes);
        expect(bytes).toBeLessThanOrEqual(slices[index]?.bytes ?? 0);
      }
    }),
  );
});
