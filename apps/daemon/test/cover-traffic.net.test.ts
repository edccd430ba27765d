import { afterEach, beforeAll, expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

const network = bareTestNetwork();
const { port } = addresses.transports[2];

beforeAll(async () => {
  await network.set({ transports: true });
  await network.startDaemon();
  await network.logIn();
  // Otherwise a capture shows several datagrams of one system call as one.
  for (const namespace of [network.client, network.far])
    await network.ip(`-n ${namespace} link set dev eth0 gso_max_segs 1`);
});

afterEach(async () => {
  await network.set({ blocked: [] });
  await network.comet('disconnect');
  await network.comet('set', 'cover-traffic', 'off');
  await network.comet('set', 'metered', 'automatic');
});

const details = async () => JSON.parse((await network.comet('status', '--details', '--json')).stdout).details;

/** Captures the datagrams of the transport on the client's link for a few seconds with traffic, and returns their lengths. */
async function captured(): Promise<readonly number[]> {
  const argv = ['tcpdump', '-n', '-q', '--immediate-mode', '-i', 'eth0', `udp port ${port}`];
  const capture = network.inClient('timeout', '--signal=INT', '4', ...argv);
  await network.inClient('ping', '-q', '-c', '20', '-i', '0.1', '-s', '40', addresses.echo4);
  for (const url of [`http://${addresses.echo4}/`, `http://[${addresses.echo6}]/`])
    expect(await network.inClient('curl', '-sS', '-m', '2', url)).toMatchObject({ code: 0 });
  const { stdout } = await capture;
  const found = [...stdout.matchAll(/UDP, length (\d+)/g)].map(([, length]) => Number(length));
  expect(found.length).toBeGreaterThan(20);
  return found;
}

const lengths = async () => new Set(await captured());

async function connectOver(over: string): Promise<void> {
  const { code, stderr } = await network.comet('connect', 'nl-ams');
  expect(code, `${stderr}${network.daemonLog}`).toBe(0);
  expect(await network.seenAs()).toBe(addresses.lease4);
  const endpoint = `${addresses.far}:${port}`;
  expect(await details()).toMatchObject({ transport: { protocol: 'wireguard', over }, endpoint });
}

test('a gateway without cover traffic is refused, and nothing else is tried', async () => {
  // The same gateway accepts a client that does not ask for it.
  expect(await network.comet('connect', 'nl-ams')).toMatchObject({ code: 0 });
  await network.comet('disconnect');
  await network.comet('set', 'cover-traffic', 'on');
  const { code, stderr } = await network.comet('connect', 'nl-ams');
  expect(code).toBe(1);
  expect(stderr).toContain('This location doesn’t support WireGuard with cover traffic.');
  expect((await network.snapshot()).tunnel.state).toBe('disconnected');
});

test('with cover traffic all datagrams have one length, and its data is counted; without it neither', async () => {
  await network.set({ coverTraffic: true });
  expect((await network.comet('set', 'cover-traffic', 'on')).stdout).toContain('Cover traffic is on');
  await connectOver('cover');
  expect(await lengths()).toEqual(new Set([1_427]));
  // The program reports its counters each second.
  await expect
    .poll(async () => (await details()).cover?.received ?? 0, { timeout: 3_000 })
    .toBeGreaterThan(1e6);
  const { cover, mtu } = await details();
  expect(cover.sent).toBeGreaterThan(100_000);
  expect(mtu).toBe(1_344);
  // Packets of the MTU, without the headers of IPv4 and ICMP.
  const ofMtu = ['-M', 'do', '-s', String(mtu - 28), '-c', '3', '-i', '0.2', '-W', '2', addresses.echo4];
  expect((await network.inClient('ping', ...ofMtu)).stdout).toContain(' 0% packet loss');
  expect((await network.comet('status', '--details')).stdout).toContain('Cover traffic: ');
  await network.comet('disconnect');
  await network.comet('set', 'wireguard-over', 'scrambled');
  await connectOver('scrambled');
  expect((await lengths()).size).toBeGreaterThan(2);
  expect(await details()).not.toHaveProperty('cover');
});

test('dummies pause while the network is metered, and continue after it in the same tunnel', async () => {
  await network.set({ coverTraffic: true });
  await network.comet('set', 'cover-traffic', 'on');
  await connectOver('cover');
  expect((await captured()).length).toBeGreaterThan(600);
  const { lastHandshake } = await details();
  expect((await network.comet('set', 'metered', 'yes')).stdout).toContain('pauses cover traffic');
  // The program reports each second.
  await expect.poll(async () => (await details()).cover?.paused, { timeout: 3_000 }).toBe(true);
  const whilePaused = await captured();
  expect(whilePaused.length).toBeLessThan(300);
  expect(new Set(whilePaused)).toEqual(new Set([1_427]));
  expect((await network.comet('status', '--details')).stdout).toContain(
    'Cover traffic is paused because this network is metered.',
  );
  await network.comet('set', 'metered', 'no');
  await expect.poll(async () => (await details()).cover?.paused, { timeout: 3_000 }).toBe(false);
  expect((await captured()).length).toBeGreaterThan(600);
  expect((await details()).lastHandshake).toBe(lastHandshake);
});

test('a tunnel that connects on a metered network starts paused', async () => {
  await network.set({ coverTraffic: true });
  await network.comet('set', 'metered', 'yes');
  await network.comet('set', 'cover-traffic', 'on');
  await connectOver('cover');
  expect(await lengths()).toEqual(new Set([1_427]));
  const { cover } = await details();
  expect(cover.paused).toBe(true);
  // What was added to WireGuard's messages; with dummies it is more than that after a second, as above.
  expect(cover.received + cover.sent).toBeLessThan(1e6);
});

test('nothing else is used where the network blocks cover traffic', async () => {
  await network.set({ coverTraffic: true, blocked: ['transport scrambled'] });
  await network.comet('set', 'cover-traffic', 'on');
  expect(await network.comet('connect', 'nl-ams')).toMatchObject({ code: 1 });
  expect((await network.snapshot()).tunnel.state).not.toBe('connected');
  expect(await network.seenAs()).not.toBe(addresses.lease4);
  // The same network passes WireGuard.
  await network.comet('set', 'cover-traffic', 'off');
  expect(await network.comet('connect', 'nl-ams')).toMatchObject({ code: 0 });
});
