import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LocationHour, planLocation, planRules } from './capacity-plan.ts';

const now = new Date('2026-11-29T12:30:00Z');
const hourMs = 3600 * 1000;
const idle = { peers: 0, loadPercent: null, bytesPerSecond: null };
const gigabit = 125_000_000;

/** Hourly reports of two weeks: `values` returns those of an hour, counted backwards from now. */
const twoWeeks = (values: (hoursAgo: number) => Partial<LocationHour>): LocationHour[] =>
  Array.from({ length: 14 * 24 }, (_, hoursAgo) => ({
    ...idle,
    ...values(hoursAgo),
    hour: new Date(now.getTime() - hoursAgo * hourMs),
  }));

const plan = (hours: readonly LocationHour[], gateways: number) =>
  planLocation({ hours, gateways, now, portBytesPerSecond: gigabit });

test('60 % of the busiest hour and a tenth more decide, by the scarcest of CPU, tunnels and bandwidth', () => {
  expect(
    plan(
      twoWeeks(() => ({ loadPercent: 120 })),
      3,
    ),
  ).toMatchObject({
    ...{ used: 1.2, bottleneck: 'cpu', neededNow: 3, weeklyGrowth: 1, action: 'keep', count: 0 },
  });
  expect(
    plan(
      twoWeeks(() => ({ loadPercent: 10, peers: 180_000 })),
      3,
    ),
  ).toMatchObject({
    ...{ used: 3, bottleneck: 'tunnels', neededNow: 6, action: 'add', count: 3 },
  });
  expect(
    plan(
      twoWeeks(() => ({ bytesPerSecond: 3 * gigabit, peers: 10 })),
      6,
    ),
  ).toMatchObject({
    ...{ used: 3, bottleneck: 'bandwidth', neededNow: 6, action: 'keep' },
  });
});

test('a location that grows needs gateways before it is full', () => {
  const growing = twoWeeks((hoursAgo) => ({ loadPercent: hoursAgo < 7 * 24 ? 120 : 100 }));
  expect(plan(growing, 3)).toMatchObject({
    ...{ weeklyGrowth: 1.2, neededNow: 3, neededSoon: 5, action: 'add_soon', count: 2 },
  });
});

test('a decline counts as no growth, and a jump by at most half a week', () => {
  const declining = twoWeeks((hoursAgo) => ({ loadPercent: hoursAgo < 7 * 24 ? 100 : 400 }));
  expect(plan(declining, 8)).toMatchObject({ neededNow: 2, neededSoon: 2, action: 'remove', count: 6 });
  const jumping = twoWeeks((hoursAgo) => ({ loadPercent: hoursAgo < 7 * 24 ? 100 : 1 }));
  expect(plan(jumping, 8)).toMatchObject({ neededSoon: Math.ceil((1.5 ** 4 * 1.1) / 0.6) });
});

test('a new location keeps its gateways until there are two weeks of reports', () => {
  expect(plan([], 3)).toMatchObject({ used: 0, bottleneck: null, weeklyGrowth: null, action: 'keep' });
  expect(plan([], 1)).toMatchObject({ action: 'add', count: 1 });
  const week = twoWeeks(() => ({ loadPercent: 10 })).slice(0, 7 * 24);
  expect(plan(week, 5)).toMatchObject({ weeklyGrowth: null, action: 'keep' });
});

test('after the planned change the plan is to keep, and the busiest hour uses at most the allowed share', () => {
  const value = fc.record({
    peers: fc.nat(500_000),
    loadPercent: fc.option(fc.nat(2_000)),
    bytesPerSecond: fc.option(fc.nat(10 * gigabit)),
  });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), fc.nat(40), (values, gateways) => {
      const hours = twoWeeks((hoursAgo) => values[hoursAgo % values.length] ?? {});
      const first = plan(hours, gateways);
      const sign = first.action === 'remove' ? -1 : 1;
      const changed = gateways + sign * first.count;
      expect(plan(hours, changed)).toMatchObject({ action: 'keep', count: 0 });
      expect(changed).toBeGreaterThanOrEqual(planRules.minGateways);
      expect(first.used / changed).toBeLessThanOrEqual(planRules.usedShare + 1e-6);
    }),
  );
});
