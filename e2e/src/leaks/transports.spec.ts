import { expect, test } from '@playwright/test';
import { tunnelVision } from '@comet/lab';
import { comet, linkOf, reaches, seenAs, tunnelState } from '../support/client-host.ts';
import {
  enterNetwork,
  leaveNetwork,
  openNetwork,
  resetResolver,
  whileTunnelsBlocked,
} from './disturbances.ts';
import { networks } from './networks.ts';
import {
  choose,
  comesOutAt,
  connect,
  lab,
  openMachine,
  type Place,
  places,
  type Way,
  ways,
} from './client-host.ts';
import { daemon, pidsOn, signal } from './processes.ts';
import { leaksDuring, watchFor } from './capture.ts';

let close: () => Promise<void>;

test.describe.configure({ mode: 'serial', timeout: 150_000 });

test.beforeAll(async () => {
  await openNetwork('cafe');
  close = await openMachine();
  // Each test starts from the previous test's tunnel, because all traffic may leave without a tunnel.
  await connect(ways.wireguard, places.japan);
  // LAN access allows more traffic, so more could leak.
  await comet(lab, 'lan', 'on');
});

test.afterAll(async () => {
  await leaveNetwork();
  await enterNetwork(networks.home);
  await close();
});

/** The phases and disturbances of one tunnel, in order. Each disturbance starts with an established tunnel. */
const phases: readonly (readonly [string, (way: Way, place: Place) => Promise<void>])[] = [
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

for (const [index, way] of Object.values(ways).entries())
  test(`${way.name}: nothing leaks from the start of the connection until its gateway is killed`, async () => {
    // Switches directly between tunnels, and away from the gateway that was just killed.
    const place = index % 2 === 0 ? places.netherlands : places.japan;
    const before = (await lab.dnsQueries()).length;
    const leaks = await leaksDuring(lab, async () => {
      for (const [title, disturbance] of phases) await test.step(title, () => disturbance(way, place));
    });
    expect(leaks).toEqual([]);
    // Exits are separate hosts, which resolve the API's name independently.
    const { 'exit-us': unitedStates, 'router-de': germany } = lab.hosts;
    const others = [...Object.values(places), unitedStates, germany];
    const knownSources = others.flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6]);
    const queries = (await lab.dnsQueries()).slice(before);
    expect(queries.filter(({ name }) => name === 'echo.comet.test').length).toBeGreaterThan(0);
    expect(queries.filter(({ from }) => !knownSources.includes(from))).toEqual([]);
  });

async function whileConnecting(way: Way, place: Place): Promise<void> {
  const attempt = await whileTunnelsBlocked(async () => {
    // Leaves the network in which the previous tunnel ended.
    await leaveNetwork();
    await enterNetwork(networks.home);
    await choose(way);
    const connecting = comet(lab, 'connect', place.location).catch(() => 'refused');
    await reaches(lab, 'connecting', 5000);
    await watchFor(800)();
    expect(await tunnelState(lab)).not.toBe('connected');
    return { connecting };
  });
  await attempt.connecting;
  await reaches(lab, 'connected');
}

async function whenConnected(way: Way, place: Place): Promise<void> {
  expect(await linkOf(lab)).toMatchObject(way.link);
  await comesOutAt(place);
  expect(await seenAs(lab, lab.echoUrl.ipv6)).toBe(place.ipv6);
}

async function resolvesNames(): Promise<void> {
  for (const transport of ['+notcp', '+tcp']) {
    const question = ['dig', transport, '+short', '+tries=1', 'echo.comet.test', 'A'];
    const { stdout } = await lab.exec('client', [...question, '+time=2']);
    expect(stdout.trim()).toBe(lab.hosts.inet.ipv4);
    const lan = await lab.exec('client', [...question, '+time=1', '@192.168.77.1']);
    expect(lan.code).not.toBe(0);
  }
}

async function underForeignRoutes(_way: Way, place: Place): Promise<void> {
  const routes = await tunnelVision(lab);
  try {
    await watchFor(300)();
    expect(await seenAs(lab)).toBe(place.ipv4);
    expect(await seenAs(lab, lab.echoUrl.ipv6)).toBe(place.ipv6);
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

async function inAnotherNetwork(_way: Way, place: Place): Promise<void> {
  await leaveNetwork();
  await enterNetwork(networks.cafe);
  await comesOutAt(place);
}

async function suspended(way: Way, place: Place): Promise<void> {
  const stopped = [
    ...(await pidsOn(lab, 'client', daemon)),
    ...(await Promise.all(way.programs.map((program) => pidsOn(lab, 'client', program)))).flat(),
  ];
  signal(stopped, 'SIGSTOP');
  await watchFor(500)();
  signal(stopped.toReversed(), 'SIGCONT');
  await comesOutAt(place);
}

async function withoutPrograms({ programs }: Way, place: Place): Promise<void> {
  for (const program of programs) {
    signal(await pidsOn(lab, 'client', program), 'SIGKILL');
    await watchFor(300)();
    await comesOutAt(place);
  }
}

async function withoutDaemon(_way: Way, place: Place): Promise<void> {
  signal(await pidsOn(lab, 'client', daemon), 'SIGKILL');
  await watchFor(300)();
  await reaches(lab, 'connected');
  await comesOutAt(place);
}

async function withoutGateway(_way: Way, { host }: Place): Promise<void> {
  signal(await pidsOn(lab, host, /./), 'SIGKILL');
  await watchFor(1000)();
}
