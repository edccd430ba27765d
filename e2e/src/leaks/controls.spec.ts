import { expect, test } from '@playwright/test';
import { tunnelVision } from '@comet/lab';
import { comet, waitForTunnelState, egressAddress } from '../support/client-host.ts';
import { enterNetwork, leaveNetwork, openNetwork, whileIsolated } from './disturbances.ts';
import { networks } from './networks.ts';
import { lab, signInAndStartTraffic, gateways, type Transport, transports } from './client-host.ts';
import { pidsOn, signal } from './processes.ts';
import { leaksDuring, watchFor } from './capture.ts';
import { leaksWithoutRules, withoutFirewall } from './without-rules.ts';

/** Controls for the other files: the same captures detect leaks without our rules, so that an empty capture proves something. */

let close: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await openNetwork('cafe');
  close = await signInAndStartTraffic();
});

test.afterAll(() => close());

test('the capture contains all traffic of an unprotected client', async () => {
  await comet(lab, 'disconnect');
  const packets = await leaksDuring(lab, watchFor(1000), 'off');
  for (const destination of [
    '203.0.113.80.80',
    '203.0.113.80.4444',
    '192.168.77.1.53',
    '203.0.113.53.53',
    '2001:db8:0:1::80',
  ])
    expect(
      packets.filter((packet) => packet.includes(destination)).length,
      `packets to ${destination}`,
    ).toBeGreaterThan(0);
  expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
});

test('without our rules, all traffic leaks while a tunnel is connecting', async () => {
  await whileIsolated(gateways.netherlands, () =>
    whileIsolated(gateways.japan, async () => {
      const attempt = comet(lab, 'connect', 'nl-ams').catch(() => 'refused');
      await waitForTunnelState(lab, 'connecting', 5000);
      // A standby session routes traffic into the tunnel at once; the daemon contacts the admission endpoint only without a response.
      await watchFor(1000)();
      const leaks = await withoutFirewall(() => leaksDuring(lab, watchFor(300), 'off'));
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
    'the routes of TunnelVision redirect traffic out of the tunnel',
    transports.wireguard,
    async () => {
      const routes = await tunnelVision(lab);
      await watchFor(300)();
      await routes.undo();
    },
  ],
  [
    'a change of network leaks traffic',
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
    'the loss of the gateway leaks traffic',
    transports.wireguard,
    () => whileIsolated(gateways.netherlands, watchFor(300)),
  ],
  ['a killed data plane leaks traffic', transports.wireguard, killed(transports.wireguard)],
  ['a killed OpenVPN leaks traffic', transports.udp, killed(transports.udp)],
  ['a killed obfuscation program leaks traffic', transports.obfs4, killed(transports.obfs4)],
];

for (const [title, transport, disturbance] of disturbances)
  test(`without our rules, ${title}`, async () => {
    const leaks = await leaksWithoutRules(disturbance, transport);
    expect(leaks.length).toBeGreaterThan(0);
  });
