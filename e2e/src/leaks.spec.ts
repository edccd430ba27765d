import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { tunnelVision } from '@comet/lab';
import { comet, linkOf, reaches, seenAs, signIn, tunnelState } from './client-machine.ts';
import { newCustomer, payByCard } from './customer.ts';
import { leaksDuring, startTraffic, watchFor } from './leak-watch.ts';
import { runningLab, runningStack } from './running-stack.ts';

const lab = runningLab();
const netherlands = lab.hosts['gw-nl'];
/** A host with this table neither hears nor says anything: as good as dead to everybody else. */
const deaf = ['input', 'output']
  .map((hook) => `add chain inet deaf ${hook} { type filter hook ${hook} priority -300; policy drop; }`)
  .reduce((batch, chain) => `${batch}; ${chain}`, 'add table inet deaf');
let traffic: ReturnType<typeof startTraffic>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const customer = await newCustomer(runningStack());
  await payByCard(runningStack(), customer);
  await signIn(lab, customer);
  // Each way is looked at by itself; what is tried after another failed is for ways.spec.ts.
  await comet(lab, 'set', 'protocol', 'wireguard');
  traffic = startTraffic(lab);
});

test.afterAll(async () => {
  traffic.kill();
  await comet(lab, 'lockdown', 'off');
  await comet(lab, 'disconnect');
  await comet(lab, 'set', 'protocol', 'automatic');
});

/** Without this control, an empty capture would prove nothing. */
test('control: unprotected, the same traffic is seen by the same capture', async () => {
  await comet(lab, 'disconnect');
  const packets = await leaksDuring(lab, watchFor(1500));
  for (const sign of [
    '203.0.113.80.80',
    '203.0.113.80.4444',
    '192.168.77.1.53',
    '203.0.113.53.53',
    '2001:db8:0:1::80',
  ])
    expect(packets.filter((packet) => packet.includes(sign)).length, `packets to ${sign}`).toBeGreaterThan(0);
  expect(await seenAs(lab)).toBe(lab.hosts.router.ipv4);
});

test('connected: nothing outside the tunnel, and the gateway is who the internet sees, over both families', async () => {
  await comet(lab, 'connect', 'nl-ams');
  expect(await leaksDuring(lab, watchFor(3000))).toEqual([]);
  expect(await seenAs(lab)).toBe(netherlands.ipv4);
  expect(await seenAs(lab, lab.echoUrl.ipv6)).toBe(netherlands.ipv6);
});

test('DNS: questions go through the tunnel, and neither the LAN nor anybody else hears them', async () => {
  const before = (await lab.dnsQueries()).length;
  const leaks = await leaksDuring(lab, async () => {
    const { stdout } = await lab.exec('client', [
      'dig',
      '+short',
      '+tries=1',
      '+time=2',
      'echo.comet.test',
      'A',
    ]);
    expect(stdout.trim()).toBe(lab.hosts.inet.ipv4);
    const overTcp = await lab.exec('client', [
      'dig',
      '+tcp',
      '+short',
      '+tries=1',
      '+time=2',
      'echo.comet.test',
      'A',
    ]);
    expect(overTcp.stdout.trim()).toBe(lab.hosts.inet.ipv4);
    const lan = await lab.exec('client', ['dig', '@192.168.77.1', '+tries=1', '+time=1', 'echo.comet.test']);
    expect(lan.code).not.toBe(0);
    const lanTcp = await lab.exec('client', [
      'dig',
      '@192.168.77.1',
      '+tcp',
      '+tries=1',
      '+time=1',
      'echo.comet.test',
    ]);
    expect(lanTcp.code).not.toBe(0);
  });
  expect(leaks).toEqual([]);
  const asked = (await lab.dnsQueries()).slice(before);
  expect(asked.filter((query) => query.name === 'echo.comet.test').length).toBeGreaterThan(0);
  expect(asked.filter((query) => query.from !== netherlands.ipv4 && query.from !== netherlands.ipv6)).toEqual(
    [],
  );
});

test('TunnelVision: routes handed out by the network neither leak nor break the tunnel', async () => {
  const routes = await tunnelVision(lab);
  try {
    expect(await leaksDuring(lab, watchFor(2000))).toEqual([]);
    expect(await seenAs(lab)).toBe(netherlands.ipv4);
  } finally {
    await routes.undo();
  }
});

test('control: without our rules, the same routes draw the traffic out of the tunnel', async () => {
  const leaks = await leaksWithoutRules(async () => {
    const routes = await tunnelVision(lab);
    await watchFor(1000)();
    await routes.undo();
  });
  expect(leaks.length).toBeGreaterThan(0);
});

test('connecting: nothing leaves while the tunnel is being built', async () => {
  await comet(lab, 'disconnect');
  // Both gateways swallow WireGuard, so that the attempt lasts.
  const mute =
    'add table inet mute; add chain inet mute in { type filter hook input priority -300; }; add rule inet mute in udp dport 51820 drop';
  for (const host of ['gw-nl', 'gw-jp'] as const) await lab.exec(host, ['nft', mute]);
  const attempt = comet(lab, 'connect', 'nl-ams').catch(() => 'refused');
  try {
    await reaches(lab, 'connecting', 5000);
    const leaks = await leaksDuring(lab, watchFor(3000));
    expect(leaks).toEqual([]);
    expect(await tunnelState(lab)).not.toBe('connected');
  } finally {
    for (const host of ['gw-nl', 'gw-jp'] as const) await lab.exec(host, ['nft', 'delete table inet mute']);
  }
  await attempt;
  await reaches(lab, 'connected');
});

test('control: without our rules, a tunnel that is being built lets everything out', async () => {
  await comet(lab, 'disconnect');
  for (const host of ['gw-nl', 'gw-jp'] as const) await lab.exec(host, ['nft', deaf]);
  const attempt = comet(lab, 'connect', 'nl-ams').catch(() => 'refused');
  try {
    await reaches(lab, 'connecting', 5000);
    expect((await leaksWithoutRules(watchFor(1000), 'connecting')).length).toBeGreaterThan(0);
  } finally {
    for (const host of ['gw-nl', 'gw-jp'] as const) await lab.exec(host, ['nft', 'delete table inet deaf']);
  }
  await attempt;
  await comet(lab, 'disconnect');
});

test('the whole way from blocked to connected to blocked again, with lockdown: nothing leaves at any moment', async () => {
  await comet(lab, 'lockdown', 'on');
  const leaks = await leaksDuring(lab, async () => {
    await comet(lab, 'disconnect');
    await watchFor(500)();
    await comet(lab, 'connect', 'jp-tyo');
    await watchFor(500)();
    await comet(lab, 'connect', 'nl-ams');
    await watchFor(500)();
    await comet(lab, 'disconnect');
    await watchFor(500)();
  });
  expect(leaks).toEqual([]);
  expect(await seenAs(lab)).toBeNull();
  await comet(lab, 'lockdown', 'off');
});

test('gateway gone: traffic is held back until another place stands in, which the screen says, and it is gone back to', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const leaks = await leaksDuring(lab, async () => {
    await lab.exec('gw-nl', ['nft', deaf]);
    try {
      await watchFor(2000)();
      expect(await seenAs(lab)).toBeNull();
      await expect.poll(() => seenAs(lab), { timeout: 60_000 }).toBe(lab.hosts['gw-jp'].ipv4);
      expect(await comet(lab, 'status')).toContain('It stands in for nl-ams');
    } finally {
      await lab.exec('gw-nl', ['nft', 'delete table inet deaf']);
    }
    await expect.poll(() => seenAs(lab), { timeout: 60_000 }).toBe(netherlands.ipv4);
  });
  expect(leaks).toEqual([]);
  expect(await comet(lab, 'status')).not.toContain('stands in');
});

test('control: without our rules, the loss of the gateway lets traffic out', async () => {
  const leaks = await leaksWithoutRules(async () => {
    await lab.exec('gw-nl', ['nft', deaf]);
    await watchFor(1000)();
    await lab.exec('gw-nl', ['nft', 'delete table inet deaf']);
  });
  expect(leaks.length).toBeGreaterThan(0);
});

test('a choice left open moves to another gateway when the first is gone', async () => {
  await comet(lab, 'connect');
  const first = await seenAs(lab);
  const host = first === netherlands.ipv4 ? 'gw-nl' : 'gw-jp';
  const other = lab.hosts[host === 'gw-nl' ? 'gw-jp' : 'gw-nl'].ipv4;
  await lab.exec(host, ['nft', deaf]);
  try {
    await expect.poll(() => seenAs(lab), { timeout: 60_000 }).toBe(other);
  } finally {
    await lab.exec(host, ['nft', 'delete table inet deaf']);
  }
});

test('gateway killed: nothing leaves, and the restarted gateway carries the session on', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const leaks = await leaksDuring(lab, async () => {
    for (const pid of await pidsOn('gw-nl', '')) process.kill(pid, 'SIGKILL');
    await watchFor(2000)();
    await expect.poll(() => seenAs(lab), { timeout: 60_000 }).toBe(netherlands.ipv4);
  });
  expect(leaks).toEqual([]);
});

test('daemon killed: its rules stay, and the next daemon takes them over', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const daemon = await pidsOn('client', 'apps/daemon/src/main.ts');
  const leaks = await leaksDuring(lab, async () => {
    for (const pid of daemon) process.kill(pid, 'SIGKILL');
    await watchFor(3000)();
    await reaches(lab, 'connected');
  });
  expect(leaks).toEqual([]);
  expect([netherlands.ipv4, lab.hosts['gw-jp'].ipv4]).toContain(await seenAs(lab));
});

test('data plane killed: traffic is held back until the tunnel stands again', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const dataPlane = await pidsOn('client', '-f comet');
  const leaks = await leaksDuring(lab, async () => {
    for (const pid of dataPlane) process.kill(pid, 'SIGKILL');
    await watchFor(2000)();
    await reaches(lab, 'connected');
  });
  expect(leaks).toEqual([]);
});

test('sleep: a machine that was stopped and goes on has its tunnel back, and nothing left meanwhile', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const asleep = [
    ...(await pidsOn('client', 'apps/daemon/src/main.ts')),
    ...(await pidsOn('client', '-f comet')),
  ];
  const leaks = await leaksDuring(lab, async () => {
    for (const pid of asleep) process.kill(pid, 'SIGSTOP');
    await watchFor(7000)();
    for (const pid of asleep.toReversed()) process.kill(pid, 'SIGCONT');
    await expect.poll(() => seenAs(lab), { timeout: 30_000 }).toBe(netherlands.ipv4);
  });
  expect(leaks).toEqual([]);
});

for (const [variant, program] of [
  ['udp', 'openvpn'],
  ['tls', 'stunnel'],
] as const)
  test(`OpenVPN by ${variant}: connected, asking for names, under foreign routes and with its programs killed, nothing leaves`, async () => {
    await comet(lab, 'set', 'protocol', 'openvpn');
    await comet(lab, 'set', 'variant', variant);
    try {
      const leaks = await leaksDuring(lab, async () => {
        // From one tunnel to the other, without a moment between them.
        await expect.poll(() => linkOf(lab)).toMatchObject({ protocol: 'openvpn', variant });
        await comet(lab, 'connect', 'nl-ams');
        expect(await seenAs(lab)).toBe(netherlands.ipv4);
        expect(await seenAs(lab, lab.echoUrl.ipv6)).toBe(netherlands.ipv6);
        const dig = ['dig', '+short', '+tries=1', '+time=2'];
        const answer = await lab.exec('client', [...dig, 'echo.comet.test', 'A']);
        expect(answer.stdout.trim()).toBe(lab.hosts.inet.ipv4);
        const lan = await lab.exec('client', [...dig, '@192.168.77.1', 'echo.comet.test']);
        expect(lan.code).not.toBe(0);
        const routes = await tunnelVision(lab);
        await watchFor(1000)();
        expect(await seenAs(lab)).toBe(netherlands.ipv4);
        await routes.undo();
        for (const pid of await pidsOn('client', program)) kill(pid);
        await watchFor(500)();
        await expect.poll(() => seenAs(lab), { timeout: 30_000 }).toBe(netherlands.ipv4);
        for (const pid of await pidsOn('client', 'apps/daemon/src/main.ts')) kill(pid);
        await watchFor(1000)();
        await expect.poll(() => seenAs(lab), { timeout: 30_000 }).toBe(netherlands.ipv4);
      });
      expect(leaks).toEqual([]);
    } finally {
      await comet(lab, 'set', 'protocol', 'wireguard');
    }
  });

test('control: without our rules, the death of OpenVPN lets traffic out', async () => {
  await comet(lab, 'set', 'protocol', 'openvpn');
  try {
    const leaks = await leaksWithoutRules(async () => {
      for (const pid of await pidsOn('client', 'openvpn')) kill(pid);
      await watchFor(1000)();
    });
    expect(leaks.length).toBeGreaterThan(0);
  } finally {
    await comet(lab, 'set', 'protocol', 'wireguard');
  }
});

test('control: without our rules, the death of the data plane lets traffic out', async () => {
  const dataPlane = () => pidsOn('client', '-f comet');
  const leaks = await leaksWithoutRules(async () => {
    for (const pid of await dataPlane()) process.kill(pid, 'SIGKILL');
    await watchFor(1000)();
  });
  expect(leaks.length).toBeGreaterThan(0);
});

/**
 * What leaves a machine during a disturbance when our firewall and our routing rule are taken away, and the daemon, which would
 * put them back, is frozen: as good as dead. It shows that nothing else in the lab holds the traffic back.
 */
async function leaksWithoutRules(
  during: () => Promise<void>,
  state = 'connected',
): Promise<readonly string[]> {
  if (state === 'connected') await comet(lab, 'connect', 'nl-ams');
  const [daemon = 0] = await pidsOn('client', 'apps/daemon/src/main.ts');
  process.kill(daemon, 'SIGSTOP');
  try {
    await lab.exec('client', ['nft', 'delete table inet comet']);
    if (state === 'connected') await useMainTable();
    return await leaksDuring(lab, during);
  } finally {
    process.kill(daemon, 'SIGCONT');
    if (state === 'connected') await comet(lab, 'disconnect');
  }
}

/** Takes away the rule that puts our table before the main one. */
async function useMainTable(): Promise<void> {
  for (const family of ['-4', '-6']) {
    const rules = (await lab.exec('client', ['ip', family, 'rule'])).stdout;
    const priority = /^(\d+):.*not.*fwmark/m.exec(rules)?.[1] ?? '';
    const removed = await lab.exec('client', ['ip', family, 'rule', 'delete', 'priority', priority]);
    expect(removed.code, removed.stderr).toBe(0);
  }
}

/** The processes of a host whose command line holds `part`; there is always one, or the test would prove nothing. */
async function pidsOn(host: 'client' | 'gw-nl', part: string): Promise<readonly number[]> {
  const { stdout } = await lab.exec(host, ['ip', 'netns', 'pids', lab.hosts[host].namespace]);
  const pids = stdout.trim().split('\n').map(Number);
  const found = pids.filter((pid) => commandLine(pid) !== '' && commandLine(pid).includes(part));
  expect(found.length, `processes on ${host} with ${part}`).toBeGreaterThan(0);
  return found;
}

/** Ends a process, unless it has ended with another one already. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // It ended meanwhile.
  }
}
