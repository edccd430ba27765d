import { expect, test } from '@playwright/test';
import { tunnelVision } from '@comet/lab';
import { comet, waitForTunnelState, egressAddress } from '../support/client-host.ts';
import { enterNetwork, leaveNetwork, openNetwork, whileIsolated } from './disturbances.ts';
import { networks } from './networks.ts';
import { lab, signInAndStartTraffic, gateways, type Transport, transports } from './client-host.ts';
import { pidsOn, signal } from './processes.ts';
import { leaksDuring, watchFor } from './capture.ts';
import { leaksWithoutRules, withoutFirewall } from './without-rules.ts';

/** Without these, an empty capture would prove nothing: what the other files find nowhere is seen here by the same eyes. */

let close: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await openNetwork('cafe');
  close = await signInAndStartTraffic();
});

test.afterAll(() => close());

test('unprotected, all of the traffic is seen by the capture', async () => {
  await comet(lab, 'disconnect');
  const packets = await leaksDuring(lab, watchFor(1000));
  for (const destination of [
    '203.0.113.80.80',
    '203.0.113.80.4444',
    '192.168.77.1.53',
    '203.0.113.53.53',
    '2001:db8:0:1::80',
  ])
    expect(packets.filter((packet) => packet.includes(destination)).length, `packets to ${destination}`).toBeGreaterThan(0);
  expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
});

test('without our rules, a tunnel that is being built leaks all traffic', async () => {
  await whileIsolated(gateways.netherlands, () =>
    whileIsolated(gateways.japan, async () => {
      const attempt = comet(lab, 'connect', 'nl-ams').catch(() => 'refused');
      await waitForTunnelState(lab, 'connecting', 5000);
      // With a session that stands by the traffic is led into the tunnel at once; when nobody answers there, the admission endpoint is
      // knocked at.
      await watchFor(1000)();
      const leaks = await withoutFirewall(() => leaksDuring(lab, watchFor(300)));
      expect(leaks.length).toBeGreaterThan(0);
      await comet(lab, 'disconnect');
      await attempt;
    }),
  );
});

const killed =
  ({ programs }: Transport) =>
  async () => {
    for (const program of programs) signal(await pidsOn(lab, 'client', program), 'SIGKILL');
  };

const disturbances: readonly (readonly [string, Transport, () => Promise<void>])[] = [
  [
    'the routes of TunnelVision draw the traffic out of the tunnel',
    transports.wireguard,
    async () => {
      const routes = await tunnelVision(lab);
      await watchFor(300)();
      await routes.undo();
    },
  ],
  [
    'another network lets traffic out',
    transports.wireguard,
    async () => {
      await leaveNetwork();
      await enterNetwork(networks.cafe);
      await watchFor(300)();
      await leaveNetwork();
      await enterNetwork(networks.home);
    },
  ],
  [
    'the loss of the gateway lets traffic out',
    transports.wireguard,
    () => whileIsolated(gateways.netherlands, watchFor(300)),
  ],
  ['the death of the data plane lets traffic out', transports.wireguard, killed(transports.wireguard)],
  ['the death of OpenVPN lets traffic out', transports.udp, killed(transports.udp)],
  ['the death of what hides OpenVPN lets traffic out', transports.obfs4, killed(transports.obfs4)],
];

for (const [title, transport, disturbance] of disturbances)
  test(`without our rules, ${title}`, async () => {
    const leaks = await leaksWithoutRules(disturbance, transport);
    expect(leaks.length).toBeGreaterThan(0);
  });
