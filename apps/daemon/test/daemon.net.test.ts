import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { addresses, customer } from './fleet/addresses.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

const network = bareTestNetwork();

beforeAll(() => network.startDaemon());

test('without a tunnel, traffic leaves by the network link', async () => {
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await network.seenAs(addresses.echo6)).toBe('2001:db8:ca::1');
});

test('refuses a command that needs an account before login', async () => {
  const refused = await network.comet('connect');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('not signed in');
});

test('rejects a wrong password with its message, and leaves nothing behind', async () => {
  const refused = await network.cometWith('wrong\n', 'login', '--email', customer.email);
  expect(refused).toMatchObject({ code: 1, stderr: 'Wrong username or password.\n' });
  expect((await network.snapshot()).account).toBeNull();
});

test('login, connect: all traffic of both families leaves through the gateway', async () => {
  expect(await network.logIn()).toMatchObject({ code: 0, stdout: `Signed in as ${customer.email}.\n` });
  const connected = await network.comet('connect', 'netherlands');
  expect(connected).toMatchObject({ code: 0 });
  expect(connected.stdout).toContain('Amsterdam');
  const { stdout } = await network.comet('status', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ tunnel: { state: 'connected' } });
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
  expect(await readFile(network.resolvConf, 'utf8')).toContain(`nameserver ${addresses.tunnel4}`);
});

/** The first peer of the device: preshared key, endpoint, handshake in Unix seconds, and received and sent bytes (wg(8), `dump`). */
async function devicePeer() {
  const { stdout } = await network.inClient('wg', 'show', network.link, 'dump');
  const [, presharedKey, endpoint, , handshake, received, sent] = (stdout.split('\n')[1] ?? '').split('\t');
  return { presharedKey, endpoint, ...counted(handshake, received, sent) };
}

const counted = (...figures: readonly (string | undefined)[]) => {
  const [handshake = Number.NaN, received = Number.NaN, sent = Number.NaN] = figures.map(Number);
  return { handshake, received, sent };
};

test('the connection details are those of the device', async () => {
  await vi.waitFor(async () => {
    const before = await devicePeer();
    const { stdout } = await network.comet('status', '--details', '--json');
    const { details } = JSON.parse(stdout);
    const after = await devicePeer();
    // The device may have other values by now: the test is repeated.
    expect(after).toMatchObject({ presharedKey: before.presharedKey, handshake: before.handshake });
    expect(details).toMatchObject({
      transport: { protocol: 'wireguard' },
      endpoint: after.endpoint,
      cipher: 'ChaCha20-Poly1305',
      mtu: Number((await network.inClient('cat', `/sys/class/net/${network.link}/mtu`)).stdout),
      postQuantum: after.presharedKey !== '(none)',
      entry: null,
    });
    expect(Math.floor(Date.parse(details.lastHandshake) / 1000)).toBe(after.handshake);
    for (const figure of ['received', 'sent'] as const) {
      expect(details[figure]).toBeGreaterThanOrEqual(before[figure]);
      expect(details[figure]).toBeLessThanOrEqual(after[figure]);
      expect(after[figure]).toBeGreaterThan(0);
    }
  }, 10_000);
});

const statistics = async (...options: string[]) =>
  JSON.parse((await network.comet('stats', ...options, '--json')).stdout);

test('records the session with the bytes of the device, until they are forgotten', async () => {
  await vi.waitFor(async () => {
    const before = await devicePeer();
    const { sessions } = await statistics('--sessions');
    const after = await devicePeer();
    expect(sessions).toMatchObject([{ location: 'nl-ams', transport: 'wireguard', endedAt: null }]);
    // The daemon reads the counters every 1.5 s.
    expect(sessions[0].received).toBeGreaterThan(0);
    expect(sessions[0].received).toBeLessThanOrEqual(after.received);
    expect(sessions[0].sent).toBeLessThanOrEqual(after.sent);
    expect(before.received).toBeGreaterThan(0);
  }, 10_000);
  expect(await statistics()).toMatchObject({ on: true, months: [{ sessions: 1 }] });
  expect(await network.comet('stats', 'forget', '--yes')).toMatchObject({ code: 0 });
  const [{ received }] = (await statistics()).months;
  expect(received).toBeLessThan((await devicePeer()).received);
});

const protectedBothWays = async () => [await network.seenAs(), await network.seenAs(addresses.echo6)];

test.each([
  ['-4 route flush table 51870', '-6 route flush table 51870'],
  ['-4 rule delete pref 5000', '-6 rule delete pref 5000'],
  ['-4 address flush dev comet', '-6 address flush dev comet scope global'],
])('restores routes, rules and addresses that another program removes: %s', async (...changes) => {
  for (const change of changes)
    await network.inClient('ip', ...change.replace('dev comet', `dev ${network.link}`).split(' '));
  await expect.poll(protectedBothWays, { timeout: 20_000 }).toEqual([addresses.lease4, addresses.lease6]);
});

test('a rule of another program that bypasses the tunnel ends “Connected” until it is removed', async () => {
  await network.inClient('ip', 'rule', 'add', 'pref', '100', 'lookup', 'main');
  try {
    await expect
      .poll(async () => (await network.snapshot()).tunnel, { timeout: 10_000, interval: 50 })
      .toMatchObject({ state: 'error', reason: 'routing_failed', blocking: true });
    expect(await network.seenAs()).toBeNull();
  } finally {
    await network.inClient('ip', 'rule', 'delete', 'pref', '100');
  }
  await expect.poll(protectedBothWays, { timeout: 20_000 }).toEqual([addresses.lease4, addresses.lease6]);
});

test('restores kernel parameters that another program changes', async () => {
  for (const [name, value] of [
    ['net.ipv4.conf.all.arp_ignore', '2'],
    ['net.ipv4.conf.all.src_valid_mark', '1'],
  ] as const) {
    const now = async () => (await network.inClient('sysctl', '-n', name)).stdout.trim();
    expect(await now()).toBe(value);
    await network.inClient('sysctl', '-qw', `${name}=0`);
    await expect.poll(now, { timeout: 10_000 }).toBe(value);
  }
});

test('keeps the tunnel when a location without gateways is requested, and reports it', async () => {
  const { tunnel } = await network.snapshot();
  const refused = await network.comet('connect', 'germany');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No server is online in this location. Your connection stays as it is.'),
  });
  expect((await network.snapshot()).tunnel).toEqual(tunnel);
  expect(await network.seenAs()).toBe(addresses.lease4);
});

test('disconnect removes all changes', async () => {
  expect((await network.comet('disconnect')).code).toBe(0);
  expect(JSON.parse((await network.comet('status', '--details', '--json')).stdout)).toMatchObject({
    details: null,
  });
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await network.hasTable()).toBe(false);
  // Except the table that drops packets from the tunnel's address: connections may still be open.
  expect((await network.inClient('nft', 'list', 'table', 'inet', 'comet_past')).stdout).toContain(
    `ip saddr ${addresses.lease4} fib saddr . oif type != local drop`,
  );
  expect(await readFile(network.resolvConf, 'utf8')).toBe('nameserver 192.0.2.2\nsearch lan\n');
  expect((await network.inClient('ip', 'rule', 'show')).stdout).not.toContain('51870');
  expect((await network.inClient('ip', 'address', 'show', 'dev', network.link)).stdout).not.toContain(
    '100.64',
  );
});

test('a running daemon that moves to an IPv6-only network reaches the gateway at once', async () => {
  // Connections from before, over IPv4, must not affect those over IPv6.
  expect((await network.comet('connect')).code).toBe(0);
  await network.comet('disconnect');
  await network.withoutIpv4();
  expect((await network.comet('connect')).code).toBe(0);
  expect((await network.snapshot()).tunnel).toMatchObject({
    link: { endpoint: `[${addresses.far6}]:51820` },
  });
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect(await network.seenAs(addresses.echo6)).toBe(addresses.lease6);
  await network.comet('disconnect');
});

test('the private key stays in a file that only root can read', async () => {
  const { stdout } = await network.inClient(
    'stat',
    '-c',
    '%a',
    network.stateDir,
    join(network.stateDir, 'state.json'),
  );
  expect(stdout).toBe('700\n600\n');
});
