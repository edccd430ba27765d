import { expect, it } from 'vitest';
import { gigabyteStops } from './gigabytes-checkout.tsx';

it('slider steps increase from 1 to 1,000 GB, by at most half after the first few', () => {
  expect([gigabyteStops[0], gigabyteStops.at(-1)]).toEqual([1, 1000]);
  for (const [index, stop] of gigabyteStops.entries()) {
    const before = gigabyteStops[index - 1] ?? 0;
    expect(stop).toBeGreaterThan(before);
    if (before >= 3) expect(stop / before).toBeLessThanOrEqual(1.5);
  }
});
