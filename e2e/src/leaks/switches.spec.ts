import { expect, test } from '@playwright/test';
import { comet } from '../support/client-host.ts';
import { enterNetwork, leaveNetwork, openNetwork } from './disturbances.ts';
import {
  expectEgress,
  connect,
  lab,
  signInAndStartTraffic,
  type Gateway,
  gateways,
  transports,
} from './client-host.ts';
import { networks } from './networks.ts';
import { pidsOn, signal } from './processes.ts';
import { leaksDuring, tunnelSourcesDuring, watchFor } from './capture.ts';
import { withoutFirewall } from './without-rules.ts';

/**
 * Leaks of the daemon's own API connections: they use the tunnel, and closing them after a change of the tunnel sends packets from the
 * tunnel's address. Tested on each network with an IPv6 default route, with and without lockdown.
 */

const { netherlands, japan } = gateways;
const dataPlane = /wireguard/;
let close: () => Promise<void>;

test.describe.configure({ mode: 'serial', timeout: 150_000 });

test.beforeAll(async () => {
  await openNetwork('uniqueLocal');
  close = await signInAndStartTraffic();
});

test.afterAll(async () => {
  await move('home');
  await close();
});

async function move(network: keyof typeof networks): Promise<void> {
  await leaveNetwork();
  await enterNetwork(networks[network]);
}

/** Makes the daemon open an API connection through the tunnel, which it keeps alive for its next call. */
async function callApi(): Promise<void> {
  await comet(lab, 'account');
}

const disturbances: readonly (readonly [string, (gateway: Gateway) => Promise<void>])[] = [
  ['another location', switchLocation],
  ["the client's data plane killed", killDataPlane],
  ["the gateway's data plane killed", killGatewayDataPlane],
  ['the whole gateway killed', killGateway],
];

for (const network of ['home', 'uniqueLocal'] as const)
  for (const lockdown of ['off', 'on'])
    test(`no packet leaves from a tunnel's address on the network "${network}", lockdown ${lockdown}`, async () => {
      await move(network);
      await connect(transports.wireguard, netherlands);
      await comet(lab, 'lockdown', lockdown);
      await comet(lab, 'lan', 'on');
      for (const [title, disturb] of disturbances)
        await test.step(title, async () => {
          const leaks = await leaksDuring(lab, () => disturb(netherlands));
          expect(leaks, title).toEqual([]);
        });
    });

test('neighbours with unique local addresses are reachable while connected and while blocked', async () => {
  await move('uniqueLocal');
  await connect(transports.wireguard, netherlands);
  await comet(lab, 'lan', 'on');
  await comet(lab, 'lockdown', 'on');
  await expectEgress(netherlands);
  expect(await respondsOnLan()).toEqual([true, true]);
  await comet(lab, 'disconnect');
  expect(await respondsOnLan()).toEqual([true, true]);
  await comet(lab, 'lockdown', 'off');
});

test('after a disconnect without lockdown, open connections send nothing from the address of the tunnel', async () => {
  await move('uniqueLocal');
  const disconnecting = (isGuarded: boolean) =>
    tunnelSourcesDuring(lab, async () => {
      await comet(lab, 'disconnect');
      if (!isGuarded) await lab.exec('client', ['nft', 'delete', 'table', 'inet', 'comet_past']);
      await watchFor(2500)();
    });
  for (const isGuarded of [true, false]) {
    await connect(transports.wireguard, netherlands);
    await callApi();
    await watchFor(500)();
    const leaks = await disconnecting(isGuarded);
    if (isGuarded) expect(leaks).toEqual([]);
    else expect(leaks.length, 'control: without the guard').toBeGreaterThan(0);
  }
  expect(await respondsOnLan()).toEqual([true, true]);
});

test('control: without our rules, connections keep sending from the address of a removed tunnel', async () => {
  await connect(transports.wireguard, netherlands);
  const leaks = await withoutFirewall(() =>
    leaksDuring(
      lab,
      async () => {
        signal(await pidsOn(lab, 'client', dataPlane), 'SIGKILL');
        await watchFor(1000)();
      },
      'off',
    ),
  );
  expect(leaks.filter((packet) => packet.includes('fd00:c0:e7:')).length).toBeGreaterThan(0);
});

async function switchLocation(): Promise<void> {
  for (const gateway of [japan, netherlands, japan, netherlands]) {
    await callApi();
    await comet(lab, 'connect', gateway.location);
    await expectEgress(gateway);
  }
}

async function killDataPlane(gateway: Gateway): Promise<void> {
  await callApi();
  signal(await pidsOn(lab, 'client', dataPlane), 'SIGKILL');
  await watchFor(300)();
  await expectEgress(gateway);
}

async function killGatewayDataPlane({ host }: Gateway): Promise<void> {
  await callApi();
  signal(await pidsOn(lab, host, dataPlane), 'SIGKILL');
  // The data plane restarts or another gateway takes over. In both cases the daemon reconnects.
  await watchFor(2000)();
  await comet(lab, 'connect', netherlands.location);
  await expectEgress(netherlands);
}

async function killGateway(gateway: Gateway): Promise<void> {
  await callApi();
  signal(await pidsOn(lab, gateway.host, /./), 'SIGKILL');
  await expectEgress(gateway);
}

/** Returns whether the router answers a ping at its IPv4 and at its unique local address. */
function respondsOnLan(): Promise<readonly boolean[]> {
  return Promise.all(
    networks.uniqueLocal.router.map(async (address) => {
      const { code } = await lab.exec('client', ['ping', '-c', '1', '-W', '2', address]);
      return code === 0;
    }),
  );
}
