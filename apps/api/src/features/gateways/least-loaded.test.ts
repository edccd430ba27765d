import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastLoaded, maxTunnels, usedPercent } from './least-loaded.ts';

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

test('a gateway is as loaded as the scarcer of its CPU time and its tunnels', () => {
  expect(usedPercent({ loadPercent: 40, peers: 1_000 })).toBe(40);
  expect(usedPercent({ loadPercent: 40, peers: maxTunnels * 0.9 })).toBe(90);
  expect(usedPercent({ loadPercent: 0, peers: maxTunnels * 2 })).toBe(100);
  expect(usedPercent({ loadPercent: 5, peers: null })).toBe(5);
  expect(usedPercent({ loadPercent: null, peers: 0 })).toBeNull();
});
