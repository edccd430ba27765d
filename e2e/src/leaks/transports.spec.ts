import { expect, test } from '@playwright/test';
import { tunnelVision } from '@comet/lab';
import { comet, tunnelLink, waitForTunnelState, egressAddress, tunnelState } from '../support/client-host.ts';
import {
  enterNetwork,
  leaveNetwork,
  openNetwork,
  resetResolver,
  whileTunnelsBlocked,
} from './disturbances.ts';
import { networks } from './networks.ts';
import {
  selectTransport,
  expectEgress,
  connect,
  lab,
  signInAndStartTraffic,
  type Gateway,
  gateways,
  type Transport,
  transports,
} from './client-host.ts';
import { daemon, pidsOn, signal } from './processes.ts';
import { leaksDuring, watchFor } from './capture.ts';

let close: () => Promise<void>;

test.describe.configure({ mode: 'serial', timeout: 150_000 });

test.beforeAll(async () => {
  await openNetwork('cafe');
  close = await signInAndStartTraffic();
  // Each test starts from the previous test's tunnel, because all traffic may leave without a tunnel.
  await connect(transports.wireguard, gateways.japan);
  // LAN access allows more traffic, so more could leak.
  await comet(lab, 'lan', 'on');
});

test.afterAll(async () => {
  await leaveNetwork();
  await enterNetwork(networks.home);
  await close();
});

/** The phases and disturbances of one tunnel, in order. Each disturbance starts with an established tunnel. */
const phases: readonly (readonly [string, (transport: Transport, gateway: Gateway) => Promise<void>])[] = [
  ['connecting', whileConnecting],
  ['connected, both address families', whenConnected],
  ['DNS', resolvesNames],
  ['foreign routes (TunnelVision, CVE-2024-3661)', underForeignRoutes],
  ["the resolver is reset to the LAN's", underAnotherResolver],
  ['another network', inAnotherNetwork],
  ['suspended', suspended],
  ['its programs killed', withoutPrograms],
  ['the daemon killed', withoutDaemon],
  ['its gateway killed', withoutGateway],
];

for (const [index, transport] of Object.values(transports).entries())
  test(`${transport.name}: nothing leaks from the start of the connection until its gateway is killed`, async () => {
    // Switches directly between tunnels, and away from the gateway that was just killed.
    const gateway = index % 2 === 0 ? gateways.netherlands : gateways.japan;
    const before = (await lab.dnsQueries()).length;
    const leaks = await leaksDuring(lab, async () => {
      for (const [title, disturbance] of phases)
        await test.step(title, () => disturbance(transport, gateway));
    });
    expect(leaks).toEqual([]);
    // Exits are separate hosts, which resolve the API's name independently.
    const { 'exit-us': unitedStates, 'router-de': germany } = lab.hosts;
    const others = [...Object.values(gateways), unitedStates, germany];
    const knownSources = others.flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6]);
    const queries = (await lab.dnsQueries()).slice(before);
    expect(queries.filter(({ name }) => name === 'echo.comet.test').length).toBeGreaterThan(0);
    expect(queries.filter(({ from }) => !knownSources.includes(from))).toEqual([]);
  });

async function whileConnecting(transport: Transport, gateway: Gateway): Promise<void> {
  const attempt = await whileTunnelsBlocked(async () => {
    // Leaves the network in which the previous tunnel ended.
    await leaveNetwork();
    await enterNetwork(networks.home);
    await selectTransport(transport);
    const connecting = comet(lab, 'connect', gateway.location).catch(() => 'refused');
    await waitForTunnelState(lab, 'connecting', 5000);
    await watchFor(800)();
    expect(await tunnelState(lab)).not.toBe('connected');
    return { connecting };
  });
  await attempt.connecting;
  await waitForTunnelState(lab, 'connected');
}

async function whenConnected(transport: Transport, gateway: Gateway): Promise<void> {
  expect(await tunnelLink(lab)).toMatchObject(transport.link);
  await expectEgress(gateway);
  expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(gateway.ipv6);
}

async function resolvesNames(): Promise<void> {
  for (const flag of ['+notcp', '+tcp']) {
    const question = ['dig', flag, '+short', '+tries=1', 'echo.comet.test', 'A'];
    const { stdout } = await lab.exec('client', [...question, '+time=2']);
    expect(stdout.trim()).toBe(lab.hosts.inet.ipv4);
    const lan = await lab.exec('client', [...question, '+time=1', '@192.168.77.1']);
    expect(lan.code).not.toBe(0);
  }
}

async function underForeignRoutes(_transport: Transport, gateway: Gateway): Promise<void> {
  const routes = await tunnelVision(lab);
  try {
    await watchFor(300)();
    expect(await egressAddress(lab)).toBe(gateway.ipv4);
    expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(gateway.ipv6);
  } finally {
    await routes.undo();
  }
}

async function underAnotherResolver(): Promise<void> {
  await resetResolver();
  await expect
    .poll(async () => (await lab.exec('client', ['cat', '/etc/resolv.conf'])).stdout)
    .not.toContain('192.168.77.1');
  await resolvesNames();
}

async function inAnotherNetwork(_transport: Transport, gateway: Gateway): Promise<void> {
  await leaveNetwork();
  await enterNetwork(networks.cafe);
  await expectEgress(gateway);
}

async function suspended(transport: Transport, gateway: Gateway): Promise<void> {
  const stopped = [
    ...(await pidsOn(lab, 'client', daemon)),
    ...(await Promise.all(transport.programs.map((program) => pidsOn(lab, 'client', program)))).flat(),
  ];
  signal(stopped, 'SIGSTOP');
  await watchFor(500)();
  signal(stopped.toReversed(), 'SIGCONT');
  await expectEgress(gateway);
}

async function withoutPrograms({ programs }: Transport, gateway: Gateway): Promise<void> {
  for (const program of programs) {
    signal(await pidsOn(lab, 'client', program), 'SIGKILL');
    await watchFor(300)();
    await expectEgress(gateway);
  }
}

async function withoutDaemon(_transport: Transport, gateway: Gateway): Promise<void> {
  signal(await pidsOn(lab, 'client', daemon), 'SIGKILL');
  await watchFor(300)();
  await waitForTunnelState(lab, 'connected');
  await expectEgress(gateway);
}

async function withoutGateway(_transport: Transport, { host }: Gateway): Promise<void> {
  signal(await pidsOn(lab, host, /./), 'SIGKILL');
  await watchFor(1000)();
}
