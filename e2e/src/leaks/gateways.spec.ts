import { expect, test } from '@playwright/test';
import { comet, egressAddress } from '../support/client-host.ts';
import { whileIsolated } from './disturbances.ts';
import { expectEgress, connect, lab, signInAndStartTraffic, gateways, transports } from './client-host.ts';
import { agent, isReplaced, pidsOn, signal } from './processes.ts';
import { leaksDuring, watchFor } from './capture.ts';

const { netherlands, japan } = gateways;
let close: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  close = await signInAndStartTraffic();
});

test.afterAll(() => close());

test('gateway unreachable: blocks traffic until a fallback location is connected, shows it, and returns later', async () => {
  await connect(transports.wireguard, netherlands);
  const leaks = await leaksDuring(lab, async () => {
    await whileIsolated(netherlands, async () => {
      await watchFor(1000)();
      expect(await egressAddress(lab)).toBeNull();
      await expectEgress(japan);
      expect(await comet(lab, 'status')).toContain('Temporarily replacing nl-ams');
    });
    await expectEgress(netherlands);
  });
  expect(leaks).toEqual([]);
  expect(await comet(lab, 'status')).not.toContain('Temporarily replacing');
});

test('an automatic location moves to another gateway if the first is unreachable', async () => {
  await comet(lab, 'connect');
  const first = (await egressAddress(lab)) === netherlands.ipv4 ? netherlands : japan;
  const leaks = await leaksDuring(lab, () =>
    whileIsolated(first, () => expectEgress(first === japan ? netherlands : japan)),
  );
  expect(leaks).toEqual([]);
});

test('gateway killed: nothing leaks, and the restarted gateway continues the session', async () => {
  await connect(transports.wireguard, netherlands);
  const leaks = await leaksDuring(lab, async () => {
    signal(await pidsOn(lab, 'gw-nl', /./), 'SIGKILL');
    await expectEgress(netherlands);
  });
  expect(leaks).toEqual([]);
});

for (const [transport, name, title] of [
  [transports.tcp, 'SIGTERM', 'restarted'],
  [transports.tls, 'SIGUSR2', 'replaced by another version of its agent'],
] as const)
  test(`gateway ${title}: nothing leaks, and ${transport.name} continues`, async () => {
    await connect(transport, japan);
    const leaks = await leaksDuring(lab, async () => {
      const before = await pidsOn(lab, 'gw-jp', agent);
      signal(before, name);
      await expect
        .poll(() => isReplaced(lab, 'gw-jp', before), { timeout: 40_000, intervals: [100] })
        .toBe(true);
      await expectEgress(japan);
    });
    expect(leaks).toEqual([]);
  });
