import { expect, test } from '@playwright/test';
import { comet, seenAs } from '../support/client-host.ts';
import { whileIsolated } from './disturbances.ts';
import { comesOutAt, connect, lab, openMachine, places, ways } from './client-host.ts';
import { agent, isReplaced, pidsOn, signal } from './processes.ts';
import { leaksDuring, watchFor } from './capture.ts';

const { netherlands, japan } = places;
let close: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  close = await openMachine();
});

test.afterAll(() => close());

test('gateway gone: traffic is blocked until a fallback location is connected, which the screen shows, with a later return', async () => {
  await connect(ways.wireguard, netherlands);
  const leaks = await leaksDuring(lab, async () => {
    await whileIsolated(netherlands, async () => {
      await watchFor(1000)();
      expect(await seenAs(lab)).toBeNull();
      await comesOutAt(japan);
      expect(await comet(lab, 'status')).toContain('It stands in for nl-ams');
    });
    await comesOutAt(netherlands);
  });
  expect(leaks).toEqual([]);
  expect(await comet(lab, 'status')).not.toContain('stands in');
});

test('a choice left open moves to another gateway when the first is gone', async () => {
  await comet(lab, 'connect');
  const first = (await seenAs(lab)) === netherlands.ipv4 ? netherlands : japan;
  const leaks = await leaksDuring(lab, () =>
    whileIsolated(first, () => comesOutAt(first === japan ? netherlands : japan)),
  );
  expect(leaks).toEqual([]);
});

test('gateway killed: nothing leaves, and the restarted gateway carries the session on', async () => {
  await connect(ways.wireguard, netherlands);
  const leaks = await leaksDuring(lab, async () => {
    signal(await pidsOn(lab, 'gw-nl', /./), 'SIGKILL');
    await comesOutAt(netherlands);
  });
  expect(leaks).toEqual([]);
});

for (const [way, name, title] of [
  [ways.tcp, 'SIGTERM', 'restarted'],
  [ways.tls, 'SIGUSR2', 'replaced by another version of its agent'],
] as const)
  test(`gateway ${title}: nothing leaves, and ${way.name} goes on`, async () => {
    await connect(way, japan);
    const leaks = await leaksDuring(lab, async () => {
      const before = await pidsOn(lab, 'gw-jp', agent);
      signal(before, name);
      await expect
        .poll(() => isReplaced(lab, 'gw-jp', before), { timeout: 40_000, intervals: [100] })
        .toBe(true);
      await comesOutAt(japan);
    });
    expect(leaks).toEqual([]);
  });
