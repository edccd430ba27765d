import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openvpnLink } from '../src/data-plane-parts.linux.ts';
import { addresses } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';
import { readStateFile } from './fleet/kept-state.ts';

const network = signedInTestNetwork();

afterEach(async () => {
  await network.set({ blocked: [] });
  await rm(join(network.folder, 'refuse-openvpn'), { force: true });
  await network.comet('disconnect');
  await network.comet('set', 'protocol', 'automatic');
  await network.comet('set', 'port', 'automatic');
});

async function choose(variant: string): Promise<void> {
  expect(await network.comet('set', 'protocol', 'openvpn')).toMatchObject({ code: 0 });
  expect(await network.comet('set', 'variant', variant)).toMatchObject({ code: 0 });
}

async function connect(): Promise<void> {
  const { code, stderr } = await network.comet('connect', 'nl-ams');
  expect(code, `${stderr}${network.daemonLog}`).toBe(0);
}

/** The processes of OpenVPN and its obfuscation programs in this network: process ids and command lines. */
async function programs(): Promise<{ pid: number; line: string }[]> {
  const { stdout } = await network.inClient('ip', 'netns', 'pids', network.client);
  return stdout
    .trim()
    .split('\n')
    .map((pid) => ({ pid: Number(pid), line: commandLine(pid) }))
    .filter(({ line }) => /^(setpriv|openvpn|stunnel|ss-tunnel|obfs4proxy)/.test(line));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // It ended meanwhile.
  }
}

/** Expects the details of the tunnel to be those of the server's log and of the interface. */
async function expectDetails(variant: string): Promise<void> {
  const { details } = JSON.parse((await network.comet('status', '--details', '--json')).stdout);
  const server = join(network.folder, `openvpn-${variant === 'udp' ? 'udp' : 'tcp'}.log`);
  const ciphers = (await readFile(server, 'utf8')).matchAll(/Data Channel: cipher '([A-Z\d-]+)'/g);
  const mtu = await network.inClient('cat', `/sys/class/net/${openvpnLink(network.link)}/mtu`);
  expect(details).toMatchObject({
    transport: { protocol: 'openvpn', variant },
    cipher: [...ciphers].at(-1)?.[1] ?? 'one in the log of the server',
    mtu: Number(mtu.stdout),
    postQuantum: false,
    entry: null,
  });
  expect(Date.now() - Date.parse(details.lastHandshake)).toBeLessThan(60_000);
  expect(details.received).toBeGreaterThan(0);
  expect(details.sent).toBeGreaterThan(0);
}

describe.each(['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'])('OpenVPN by %s', (variant) => {
  test('carries all traffic of both families, and leaves nothing behind', async () => {
    await choose(variant);
    await connect();
    expect(await network.seenAs()).toMatch(/^100\.8[01]\./);
    expect(await network.seenAs(addresses.echo6)).toMatch(/^fd00:c0:e7:8[01]::/);
    expect(await readFile(network.resolvConf, 'utf8')).toContain(`nameserver ${addresses.tunnel4}`);
    expect((await network.snapshot()).tunnel).toMatchObject({ link: { protocol: 'openvpn', variant } });
    await vi.waitFor(() => expectDetails(variant), 10_000);
    for (const { line } of await programs())
      expect(line).not.toMatch(/a-user-name|a-pass-word|a-password-for/);
    await network.comet('disconnect');
    expect(await network.seenAs()).toBe(addresses.client);
    expect(await programs()).toEqual([]);
  });
});

test('every variant works on an IPv6-only network, and forwards both families', async () => {
  await network.withoutIpv4();
  for (const variant of ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4']) {
    await choose(variant);
    await connect();
    const { tunnel } = await network.snapshot();
    expect(tunnel).toMatchObject({
      link: { variant, endpoint: expect.stringContaining(`[${addresses.far6}]`) },
    });
    expect(await network.seenAs(), variant).toMatch(/^100\.8[01]\./);
    expect(await network.seenAs(addresses.echo6), variant).toMatch(/^fd00:c0:e7:8[01]::/);
  }
});

test('notifies a server that is left for another transport, through the current rules', async () => {
  const exits = async () =>
    (await readFile(join(network.folder, 'openvpn-udp.log'), 'utf8')).match(/Delayed exit in/g)?.length ?? 0;
  await choose('udp');
  await connect();
  const before = await exits();
  await choose('tcp');
  await connect();
  await expect.poll(exits).toBe(before + 1);
});

test('ignores pushed options besides addresses', async () => {
  await choose('udp');
  await connect();
  const { stdout } = await network.inClient('ip', 'route', 'show', 'table', 'all');
  expect(stdout).not.toMatch(/192\.0\.2\.0\/24 .*ovpn|0\.0\.0\.0\/1|128\.0\.0\.0\/1/);
  expect(await network.seenAs()).toMatch(/^100\.80\./);
});

describe('on a network that blocks WireGuard’s main port', () => {
  const tunnel = async () => (await network.snapshot()).tunnel;

  test('uses another one, stores it for this network, and goes straight to it the next time', async () => {
    await network.set({ blocked: ['port 51820', 'port 443'] });
    const from = performance.now();
    await connect();
    expect(performance.now() - from).toBeLessThan(6_000);
    expect(await tunnel()).toMatchObject({
      link: { protocol: 'wireguard', endpoint: `${addresses.far}:53` },
    });
    expect(await network.seenAs(), network.daemonLog).toBe(addresses.lease4);
    expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
    const { stdout: rules } = await network.inClient('nft', 'list', 'table', 'inet', 'comet');
    expect(rules).toContain(`ip daddr ${addresses.far} udp dport 53 accept`);
    expect(rules).not.toMatch(/udp dport (443|51820) accept/);
    await network.comet('disconnect');
    const state = await readStateFile(network);
    expect(JSON.parse(state)).toMatchObject({ passedWays: { ways: [{ way: { port: 53 } }] } });
    const again = performance.now();
    await connect();
    expect(performance.now() - again).toBeLessThan(1_000);
    expect(await tunnel()).toMatchObject({ link: { endpoint: `${addresses.far}:53` } });
  });

  test('a chosen port is not replaced, and one that the gateway lacks is refused', async () => {
    await network.set({ blocked: ['port 51820'] });
    await network.comet('set', 'protocol', 'wireguard');
    expect((await network.comet('set', 'port', '443')).stdout).toContain('UDP 443 only');
    await connect();
    expect(await tunnel()).toMatchObject({ link: { endpoint: `${addresses.far}:443` } });
    await network.comet('disconnect');
    await network.set({ blocked: ['port 443'] });
    expect(await network.comet('connect', 'nl-ams')).toMatchObject({ code: 1 });
    await network.comet('disconnect');
    await network.comet('set', 'port', '123');
    const { stderr } = await network.comet('connect', 'nl-ams');
    expect(stderr).toContain('doesn’t support WireGuard on port 123.');
    await network.comet('set', 'protocol', 'openvpn');
    expect((await network.comet('set', 'port', '53')).stderr).toContain('Ports are only available');
    expect((await network.snapshot()).settings.wireguardPort).toBe('automatic');
  });
});

test('uses TCP on a network that blocks WireGuard and UDP, and stores it for this network', async () => {
  await network.set({ blocked: ['wireguard', 'udp'] });
  await connect();
  expect((await network.snapshot()).tunnel).toMatchObject({ link: { protocol: 'openvpn', variant: 'tcp' } });
  await network.comet('disconnect');
  await connect();
  expect((await network.snapshot()).tunnel).toMatchObject({ link: { protocol: 'openvpn', variant: 'tcp' } });
  const state = await readStateFile(network);
  expect(JSON.parse(state)).toMatchObject({ passedWays: { ways: [{ way: { variant: 'tcp' } }] } });
});

test('returns to WireGuard when a network stops blocking it', async () => {
  await network.set({ blocked: ['wireguard'] });
  await connect();
  expect((await network.snapshot()).tunnel).toMatchObject({
    link: { protocol: 'openvpn' },
    fallbackFrom: 'wireguard',
  });
  await network.set({ blocked: [] });
  await expect
    .poll(async () => (await network.snapshot()).tunnel, { timeout: 40_000 })
    .toMatchObject({ state: 'connected', link: { protocol: 'wireguard' } });
  expect(await network.seenAs(), network.daemonLog).toBe(addresses.lease4);
});

test('uses TLS in the same attempt on a network that blocks the other variants and refuses TCP', async () => {
  await network.set({ blocked: ['wireguard', 'udp', 'tcp by refusal', 'shadowsocks', 'obfs4'] });
  await connect();
  expect((await network.snapshot()).tunnel).toMatchObject({ link: { protocol: 'openvpn', variant: 'tls' } });
  await network.set({ blocked: [] });
  expect(await network.seenAs()).toMatch(/^100\.81\./);
});

test('detects a killed program, and reconnects', async () => {
  await choose('tls');
  await connect();
  for (const name of ['openvpn', 'stunnel']) {
    const { since } = (await network.snapshot()).tunnel;
    const pid = (await programs()).find(({ line }) => line.startsWith(name))?.pid;
    process.kill(Number(pid), 'SIGKILL');
    await expect
      .poll(async () => (await network.snapshot()).tunnel, { timeout: 20_000 })
      .toMatchObject({ state: 'connected', since: expect.not.stringMatching(since) });
  }
  expect(await network.seenAs()).toMatch(/^100\.81\./);
});

test('a killed daemon’s programs end with it, traffic stays blocked, and the next daemon continues', async () => {
  await choose('shadowsocks');
  await connect();
  await network.endDaemon('SIGKILL');
  await expect.poll(programs).toEqual([]);
  expect(await network.seenAs()).toBeNull();
  await network.startDaemon();
  await network.reaches('connected');
  expect(await network.seenAs()).toMatch(/^100\.81\./);
});

test('refused credentials end in an error with a cause, and block traffic', async () => {
  await choose('udp');
  await writeFile(join(network.folder, 'refuse-openvpn'), '');
  const refused = await network.comet('connect', 'nl-ams');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('The server refused this device.');
  expect(await network.seenAs()).toBeNull();
});

test('refuses a variant if another protocol is chosen', async () => {
  expect(await network.comet('set', 'variant', 'tls')).toMatchObject({ code: 1 });
});
