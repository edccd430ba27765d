import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastLoaded } from './least-loaded.ts';

const gateway = fc.record({ online: fc.boolean(), loadPercent: fc.option(fc.nat(100)) });

test('chooses an online gateway with the lowest load', () => {
  fc.assert(
    fc.property(fc.array(gateway), (fleet) => {
      const fit = fleet.filter(({ online }) => online);
      const chosen = leastLoaded(fleet);
      expect(chosen === null).toBe(fit.length === 0);
      if (chosen === null) return;
      expect(fit).toContain(chosen);
      for (const other of fit) expect(other.loadPercent ?? 0).toBeGreaterThanOrEqual(chosen.loadPercent ?? 0);
    }),
  );
});

test('chooses the first of equally loaded gateways, so that repeats return the same one', () => {
  const [first, second] = [
    { online: true, loadPercent: 30 },
    { online: true, loadPercent: 30 },
  ];
  expect(leastLoaded([first, second])).toBe(first);
});
