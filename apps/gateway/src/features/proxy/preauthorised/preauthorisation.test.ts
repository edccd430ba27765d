import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPreauthorisationModel } from './preauthorisations.fake.ts';

const actions = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('a', 'a', 'b').map((head) => ({ do: 'connect' as const, head })),
    },
    { weight: 3, arbitrary: fc.nat(30).map((which) => ({ do: 'disconnect' as const, which })) },
    { weight: 5, arbitrary: fc.constant({ do: 'command' as const }) },
    { weight: 5, arbitrary: fc.constant({ do: 'notification' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'expire' as const }) },
    { weight: 12, arbitrary: fc.constant({ do: 'settle' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'release' as const }) },
  ),
  { maxLength: 400, size: 'max' },
);

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('never exceeds the connection limit of a customer, and refuses only at the limit, for any events', async () => {
  const seen = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 24 }), actions, async (limit, all) => {
      const model = openPreauthorisationModel(limit);
      const {
        engine,
        authenticatedClient,
        preauthorisations,
        tunnels,
        commands,
        notifications,
        slots,
        counts,
      } = model;
      const arrivals: Promise<void>[] = [];

      async function checkLimit(): Promise<void> {
        await settle();
        expect(tunnels.size).toBeLessThanOrEqual(limit);
        expect(
          authenticatedClient.customer.open.size + authenticatedClient.customer.opening,
        ).toBeLessThanOrEqual(limit);
      }

      for (const one of all) {
        if (one.do === 'connect') arrivals.push(model.arrive(one.head));
        else if (one.do === 'disconnect') [...tunnels.values()][one.which]?.();
        else if (one.do === 'command') commands.shift()?.();
        else if (one.do === 'notification') notifications.shift()?.();
        else if (one.do === 'release') void preauthorisations.releaseUnused(null);
        else if (one.do === 'settle') await checkLimit();
        else for (const id of [...slots.keys()]) model.expire(id);
      }
      while (commands.length + notifications.length + counts.arriving > 0) {
        commands.shift()?.();
        notifications.shift()?.();
        await checkLimit();
      }
      for (const id of [...slots.keys()]) model.expire(id);
      while (notifications.length > 0) notifications.shift()?.();
      await Promise.all(arrivals);
      expect([authenticatedClient.customer.open.size, engine.openConnections.size]).toEqual([
        tunnels.size,
        tunnels.size,
      ]);
      for (const open of model.openWhenRefused) expect(open).toBe(limit);
      for (const end of [...tunnels.values()]) end();
      while (notifications.length > 0) notifications.shift()?.();
      expect(engine.openConnections.size).toBe(0);
      seen.taken += counts.taken;
      seen.refused += counts.refused;
    }),
    { numRuns: 200 },
  );
  // Ensures that both outcomes were tested.
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(100);
});
