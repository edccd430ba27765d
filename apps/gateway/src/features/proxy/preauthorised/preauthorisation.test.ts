import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPassModel } from './preauthorisations.fake.ts';

const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', 'a', 'b').map((head) => ({ do: 'come' as const, head })) },
    { weight: 3, arbitrary: fc.nat(30).map((which) => ({ do: 'leave' as const, which })) },
    { weight: 5, arbitrary: fc.constant({ do: 'order' as const }) },
    { weight: 5, arbitrary: fc.constant({ do: 'news' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'lapse' as const }) },
    { weight: 12, arbitrary: fc.constant({ do: 'settle' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'give up' as const }) },
  ),
  { maxLength: 400, size: 'max' },
);

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('however tunnels come, end, lapse and are called back, a customer has as many as he may, and is not refused before', async () => {
  const seen = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 24 }), acts, async (most, all) => {
      const model = openPassModel(most);
      const { engine, authenticatedClient, passes, tunnels, orders, event, places, counts } = model;
      const arrivals: Promise<void>[] = [];

      async function hold(): Promise<void> {
        await settle();
        expect(tunnels.size).toBeLessThanOrEqual(most);
        expect(
          authenticatedClient.customer.open.size + authenticatedClient.customer.opening,
        ).toBeLessThanOrEqual(most);
      }

      for (const one of all) {
        if (one.do === 'come') arrivals.push(model.come(one.head));
        else if (one.do === 'leave') [...tunnels.values()][one.which]?.();
        else if (one.do === 'order') orders.shift()?.();
        else if (one.do === 'news') event.shift()?.();
        else if (one.do === 'give up') void passes.giveUp(null);
        else if (one.do === 'settle') await hold();
        else for (const id of [...places.keys()]) model.lapse(id);
      }
      while (orders.length + event.length + counts.arriving > 0) {
        orders.shift()?.();
        event.shift()?.();
        await hold();
      }
      for (const id of [...places.keys()]) model.lapse(id);
      while (event.length > 0) event.shift()?.();
      await Promise.all(arrivals);
      expect([authenticatedClient.customer.open.size, engine.moving.size]).toEqual([
        tunnels.size,
        tunnels.size,
      ]);
      for (const there of model.thereWhenRefused) expect(there).toBe(most);
      for (const end of [...tunnels.values()]) end();
      while (event.length > 0) event.shift()?.();
      expect(engine.moving.size).toBe(0);
      seen.taken += counts.taken;
      seen.refused += counts.refused;
    }),
    { numRuns: 200 },
  );
  // Otherwise it would have said nothing.
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(100);
});
