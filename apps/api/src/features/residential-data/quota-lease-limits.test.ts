import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withinLimit } from './quota-lease-limits.ts';

const lease = fc
  .record({
    bytes: fc.integer({ min: 1, max: 64_000_000 }),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ bytes, used }) => ({
    quotaAccountId: 'p',
    slice: 's',
    bytes,
    usedBytes: Math.floor(bytes * used),
  }));

test('limits leases together to the remaining amount, each between its usage and its size', () => {
  fc.assert(
    fc.property(fc.array(lease, { maxLength: 30 }), fc.nat(300_000_000), (quotaLeases, left) => {
      const limited = withinLimit(quotaLeases, left);
      const held = quotaLeases.reduce((sum, { bytes, usedBytes }) => sum + bytes - usedBytes, 0);
      expect(limited).toHaveLength(held <= left ? 0 : quotaLeases.length);
      if (held <= left) return;
      const stillUsed = limited.reduce((sum, { bytes, usedBytes }) => sum + bytes - usedBytes, 0);
      expect(stillUsed).toBeLessThanOrEqual(left);
      // Rounded down for each, and no further.
      expect(stillUsed).toBeGreaterThan(left - quotaLeases.length - 1);
      for (const [index, { bytes, usedBytes }] of limited.entries()) {
        expect(bytes).toBeGreaterThanOrEqual(usedBytes);
        expect(bytes).toBeLessThanOrEqual(quotaLeases[index]?.bytes ?? 0);
      }
    }),
  );
});
