import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestPacket, minMtu, overheadOf } from './maintain-mtu.ts';

test('probes a path without a smaller MTU once', async () => {
  let probes = 0;
  const size = await largestPacket(1420, async () => {
    probes += 1;
    return Promise.resolve(true);
  });
  expect([size, probes]).toEqual([1420, 1]);
});

test('finds the largest size that passes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: minMtu, max: 1500 }),
      fc.integer({ min: 1281, max: 1500 }),
      async (limit, maxMtu) => {
        const found = await largestPacket(maxMtu, (size) => Promise.resolve(size <= limit));
        expect(found).toBeLessThanOrEqual(Math.max(maxMtu, minMtu));
        expect(found).toBeGreaterThanOrEqual(Math.min(limit, maxMtu) - 31);
        if (limit < maxMtu) expect(found).toBeLessThanOrEqual(limit);
      },
    ),
  );
});

test('tolerates one lost packet', async () => {
  let lost = false;
  const size = await largestPacket(1420, () => {
    const response = lost;
    lost = true;
    return Promise.resolve(response);
  });
  expect(size).toBe(1420);
});

test('does not change the MTU of a link without any response', async () => {
  expect(await largestPacket(1420, () => Promise.resolve(false))).toBe(1420);
});

test("the outer packet is larger by WireGuard's overhead", () => {
  expect(overheadOf('203.0.113.1')).toBe(60);
  expect(overheadOf('2001:db8::1')).toBe(80);
});
