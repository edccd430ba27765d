import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { readStateFile } from './fleet/kept-state.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';
import { seenWhile } from './traffic.ts';

const network = bareTestNetwork();
const [{ port }, { port: quicPort }, { port: scrambledPort }, { port: shadowsocksPort }] =
  addresses.transports;

beforeAll(async () => {
  await network.set({ transports: true });
  await network.startDaemon();
  await network.logIn();
});

afterEach(async () => {
  await network.set({ blocked: [] });
  await network.comet('disconnect');
  for (const setting of ['protocol', 'wireguard-over']) await network.comet('set', setting, 'automatic');
});

const tunnel = async () => (await network.snapshot()).tunnel;
const overTcp = { link: { protocol: 'wireguard', over: 'tcp', endpoint: `${addresses.far}:${port}` } };

async function connect(): Promise<void> {
  const { code, stderr } = await network.comet('connect', 'nl-ams');
  expect(code, `${stderr}${network.daemonLog}`).toBe(0);
}

/** Connects by WireGuard over UDP, which clears the transport that is stored for this network. */
async function forgetTransports(): Promise<void> {
  await network.comet('set', 'protocol', 'wireguard');
  await network.comet('set', 'wireguard-over', 'direct');
  await connect();
  await network.comet('disconnect');
  for (const setting of ['protocol', 'wireguard-over']) await network.comet('set', setting, 'automatic');
}

async function chooseTcp(): Promise<void> {
  await network.comet('set', 'protocol', 'wireguard');
  expect((await network.comet('set', 'wireguard-over', 'tcp')).stdout).toContain('TCP only');
}

/** The transport programs of this network: their process ids. */
async function programs(): Promise<number[]> {
  const { stdout } = await network.inClient('ip', 'netns', 'pids', network.client);
  return stdout
    .trim()
    .split('\n')
    .filter((pid) => commandLine(pid).includes('comet-transport client'))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // It ended meanwhile.
  }
}

/**
 * Counts the packets that leave the client by its link from now on, except those of the transport, and except what a host needs on its
 * link (neighbours, routers).
 */
async function countOthers(transport = `tcp dport ${port}`): Promise<() => Promise<number>> {
  const nft = (text: string) => network.inClient('nft', text);
  const rules = [
    'type filter hook postrouting priority 300',
    'oifname != "eth0" accept',
    'icmpv6 type { nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert, mld2-listener-report } accept',
    `ip daddr ${addresses.far} ${transport} accept`,
    'counter',
  ];
  const { stderr } = await nft(`table inet others { chain others { ${rules.join('; ')}; }; }`);
  expect(stderr).toBe('');
  onTestFinished(async () => void (await nft('delete table inet others')));
  return async () => {
    const { stdout } = await nft('list table inet others');
    return Number(/counter packets (\d+)/.exec(stdout)?.[1]);
  };
}

describe('on a network that drops UDP', () => {
  test('WireGuard uses TCP, stores it for this network, and uses it again', async () => {
    await network.set({ blocked: ['all udp'] });
    await connect();
    expect(await network.seenAs(), network.daemonLog).toBe(addresses.lease4);
    expect(await tunnel()).toMatchObject(overTcp);
    expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
    expect((await network.comet('status', '--details')).stdout).toContain('WireGuard over TCP');
    await network.comet('disconnect');
    expect(JSON.parse(await readStateFile(network))).toMatchObject({
      passedWays: { ways: [{ way: { protocol: 'wireguard', over: 'tcp' } }] },
    });
    await connect();
    expect(await tunnel()).toMatchObject(overTcp);
    expect(await programs()).toHaveLength(1);
  });

  test('Shadowsocks over TCP follows if plain TCP is blocked, and nothing leaves beside it', async () => {
    await forgetTransports();
    await network.set({ blocked: ['all udp', 'transport tcp'] });
    const outside = await countOthers(`tcp dport ${shadowsocksPort}`);
    await connect();
    expect(await network.seenAs(), network.daemonLog).toBe(addresses.lease4);
    const endpoint = `${addresses.far}:${shadowsocksPort}`;
    expect(await tunnel()).toMatchObject({ link: { over: 'shadowsocks_tcp', endpoint } });
    const before = await outside();
    expect(before).toBeGreaterThan(0);
    expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
    expect((await outside()) - before).toBe(0);
    expect((await network.comet('status', '--details')).stdout).toContain('WireGuard over Shadowsocks');
  });

  test('OpenVPN follows if the transports are blocked as well, and no program is left', async () => {
    await network.set({ blocked: ['all udp', 'transport tcp', 'transport shadowsocks'] });
    await connect();
    expect(await tunnel()).toMatchObject({ link: { protocol: 'openvpn', variant: 'tcp' } });
    expect(await programs()).toEqual([]);
  });
});

test('on a network that recognises WireGuard, scrambled UDP is used, and nothing leaves beside it', async () => {
  // Plain WireGuard connects here. Its ports are tried first, so another transport shows that they are blocked.
  await forgetTransports();
  await network.set({ blocked: ['wireguard messages'] });
  const outside = await countOthers(
    `udp dport ${scrambledPort} @th,64,32 != { 0x01000000, 0x02000000, 0x03000000, 0x04000000 }`,
  );
  await connect();
  expect(await network.seenAs(), network.daemonLog).toBe(addresses.lease4);
  const endpoint = `${addresses.far}:${scrambledPort}`;
  expect(await tunnel()).toMatchObject({ link: { protocol: 'wireguard', over: 'scrambled', endpoint } });
  expect(await programs()).toHaveLength(1);
  const before = await outside();
  expect(before).toBeGreaterThan(0);
  expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
  await network.inClient('curl', '-m', '1', `http://${addresses.far}:${port}/`);
  expect((await outside()) - before).toBe(0);
  expect((await network.comet('status', '--details')).stdout).toContain('Scrambled WireGuard');
});

test('on a network that passes only Shadowsocks over UDP, it is used, with an MTU of 1280', async () => {
  await forgetTransports();
  await network.set({
    blocked: ['wireguard', 'transport scrambled', 'transport quic', 'transport tcp'],
  });
  await connect();
  expect(await network.seenAs(), network.daemonLog).toBe(addresses.lease4);
  const endpoint = `${addresses.far}:${shadowsocksPort}`;
  expect(await tunnel()).toMatchObject({ link: { over: 'shadowsocks', endpoint } });
  expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
  const { details } = JSON.parse((await network.comet('status', '--details', '--json')).stdout);
  expect(details).toMatchObject({ transport: { over: 'shadowsocks' }, endpoint, mtu: 1280 });
});

test('on a network that blocks WireGuard’s ports and scrambled UDP, QUIC is used, with an MTU of 1280', async () => {
  await forgetTransports();
  await network.set({ blocked: ['wireguard', 'transport scrambled'] });
  await connect();
  expect(await network.seenAs(), network.daemonLog).toBe(addresses.lease4);
  expect(await tunnel()).toMatchObject({ link: { over: 'quic', endpoint: `${addresses.far}:${quicPort}` } });
  expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
  const { details } = JSON.parse((await network.comet('status', '--details', '--json')).stdout);
  expect(details).toMatchObject({
    transport: { protocol: 'wireguard', over: 'quic' },
    endpoint: `${addresses.far}:${quicPort}`,
    mtu: 1280,
  });
  const { stdout: rules } = await network.inClient('nft', 'list', 'table', 'inet', 'comet');
  expect(rules).toContain(
    `meta skuid 61007 meta mark 0x0000c0e7 ip daddr ${addresses.far} udp dport ${quicPort} accept`,
  );
  expect(rules).not.toContain(`tcp dport ${port}`);
});

test('nothing leaves beside the transport while its tunnel is up', async () => {
  const outside = await countOthers();
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await outside()).toBeGreaterThan(0);
  await chooseTcp();
  await connect();
  const before = await outside();
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
  await network.inClient('ping', '-c', '2', '-i', '0.2', addresses.far);
  await network.inClient('setpriv', '--reuid=61007', '--clear-groups', 'curl', '-m', '1', addresses.echo4);
  const address = `http://${addresses.far}:${addresses.apiPort}/`;
  await network.inClient('setpriv', '--reuid=61007', '--clear-groups', 'curl', '-m', '1', address);
  await network.inClient('curl', '-m', '1', `http://${addresses.far}:${port}/`);
  expect((await outside()) - before).toBe(0);
  const { stdout: rules } = await network.inClient('nft', 'list', 'table', 'inet', 'comet');
  expect(rules).toContain(
    `meta skuid 61007 meta mark 0x0000c0e7 ip daddr ${addresses.far} tcp dport ${port} accept`,
  );
  expect(rules).not.toMatch(/ip daddr 192\.0\.2\.2 udp/);
});

test('a chosen transport is not replaced, and works on an IPv6-only network', async () => {
  await chooseTcp();
  await network.set({ blocked: ['transport tcp'] });
  expect(await network.comet('connect', 'nl-ams')).toMatchObject({ code: 1 });
  await network.comet('disconnect');
  await network.set({ blocked: [] });
  await network.withoutIpv4();
  await connect();
  expect(await tunnel()).toMatchObject({ link: { over: 'tcp', endpoint: `[${addresses.far6}]:${port}` } });
  expect(await network.seenAs()).toBe(addresses.lease4);
});

test('a killed program is started again, and no traffic leaves meanwhile', async () => {
  await chooseTcp();
  await connect();
  const { since } = await tunnel();
  const [pid] = await programs();
  process.kill(Number(pid), 'SIGKILL');
  const seen = await seenWhile(network, async () => {
    const now = await tunnel();
    return now.state === 'connected' && now.since !== since;
  });
  expect(seen).not.toContain(addresses.client);
  expect(await network.seenAs()).toBe(addresses.lease4);
});

test('a killed daemon’s program ends with it, traffic stays blocked, and the next daemon continues', async () => {
  await chooseTcp();
  await connect();
  await network.endDaemon('SIGKILL');
  await expect.poll(programs).toEqual([]);
  expect(await network.seenAs()).toBeNull();
  await network.startDaemon();
  await network.reaches('connected');
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect(await tunnel()).toMatchObject(overTcp);
});

test('the program connects again through the running tunnel’s routes after its connection was reset', async () => {
  await chooseTcp();
  await connect();
  const { since } = await tunnel();
  const filter = ['-K', 'dst', addresses.far, 'dport', '=', String(port)];
  expect(await network.inClient('ss', ...filter)).toMatchObject({ code: 0 });
  await expect.poll(() => network.seenAs(), { timeout: 10_000 }).toBe(addresses.lease4);
  expect(await tunnel()).toMatchObject({ since, ...overTcp });
});

test('follows a change of the network: a new address and route', async () => {
  await chooseTcp();
  await connect();
  const roamed = '192.0.2.77';
  onTestFinished(async () => {
    await network.ip(`address delete ${roamed}/24 dev eth0`);
    await network.ip(`address add ${addresses.client}/24 dev eth0`);
    await network.ip(`route replace default via ${addresses.far}`);
  });
  await network.ip(`address delete ${addresses.client}/24 dev eth0`);
  await network.ip(`address add ${roamed}/24 dev eth0`);
  await network.ip(`route replace default via ${addresses.far}`);
  const seen = await seenWhile(network, async () => (await network.seenAs()) === addresses.lease4);
  for (const address of [addresses.client, roamed]) expect(seen).not.toContain(address);
  expect(await network.seenAs(), network.daemonLog).toBe(addresses.lease4);
  expect(await tunnel()).toMatchObject(overTcp);
});
