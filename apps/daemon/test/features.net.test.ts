import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';

const loadLockdown = join(import.meta.dirname, '../../../deploy/lockdown/load-lockdown');
const network = signedInTestNetwork();

async function comet(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await network.comet(...words);
  if (code !== 0) throw new Error(`comet ${words.join(' ')}: ${stderr}${network.daemonLog}`);
  return stdout;
}

test('a pause unblocks traffic, survives a killed daemon, and ends automatically', async () => {
  await comet('connect', 'nl-ams');
  expect(await comet('pause', '30s')).toContain('Paused until');
  expect(await network.seenAs()).toBe(addresses.client);
  await network.endDaemon('SIGKILL');
  await network.startDaemon();
  expect((await network.snapshot()).settings.pausedUntil).not.toBeNull();
  await network.reaches('connected', 60_000);
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect((await network.snapshot()).settings.pausedUntil).toBeNull();
});

test('a command of the user ends a pause', async () => {
  await comet('pause', '1h');
  expect(await comet('resume')).toContain('over');
  await network.reaches('connected');
  await comet('pause', '1h');
  await comet('disconnect');
  expect((await network.snapshot()).settings.pausedUntil).toBeNull();
  expect((await network.comet('pause', '1h')).stderr).toContain('nothing to pause');
});

test('disconnects in a trusted network, and reconnects there once it is not trusted any more', async () => {
  // The router's hardware address is resolved only after traffic to it, as in every network in use.
  await network.inClient('ping', '-c1', '-W1', addresses.far);
  await comet('connect', 'nl-ams');
  expect(await comet('trust', 'home')).toContain('home');
  await network.reaches('disconnected');
  expect(await network.seenAs()).toBe(addresses.client);
  await comet('distrust', 'home');
  await network.reaches('connected');
  expect((await network.comet('distrust', 'home')).stderr).toContain('No trusted network');
  await comet('disconnect');
});

test('auto-connect connects at the start, except in a trusted network', async () => {
  await comet('set', 'auto-connect', 'on');
  await network.endDaemon('SIGTERM');
  await network.inClient('ping', '-c1', '-W1', addresses.far);
  await network.startDaemon();
  await network.reaches('connected');
  await comet('trust', 'home');
  await network.reaches('disconnected');
  await comet('distrust', 'home');
  await network.reaches('connected');
  await comet('set', 'auto-connect', 'off');
  await comet('disconnect');
});

test('lockdown is in force at boot, before a daemon runs, and the daemon takes the block over without a gap', async () => {
  const file = join(network.stateDir, 'lockdown.nft');
  await comet('lockdown', 'on');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await network.endDaemon('SIGKILL');
  // A machine at boot has no table; the unit loads the file before the network comes up.
  await network.inClient('nft', 'delete', 'table', 'inet', 'comet');
  expect(await network.seenAs()).toBe(addresses.client);
  expect((await network.inClient(loadLockdown, file)).code).toBe(0);
  expect(await network.seenAs()).toBeNull();
  await network.startDaemon();
  expect(await network.seenAs()).toBeNull();
  expect((await network.snapshot()).tunnel).toMatchObject({ state: 'error', reason: 'locked_down' });
  await comet('lockdown', 'off');
  expect(await readFile(file, 'utf8').catch(() => null)).toBeNull();
  expect(await network.seenAs()).toBe(addresses.client);
});

describe('the size of packets', () => {
  const mtu = async (): Promise<number> => {
    const { stdout } = await network.inClient('ip', '-j', 'link', 'show', 'dev', network.link);
    return (JSON.parse(stdout) as { mtu: number }[])[0]?.mtu ?? 0;
  };

  test('adapts to a network that drops large packets silently', async () => {
    const hole =
      'add table inet hole; add chain inet hole out { type filter hook postrouting priority 300; }';
    await network.inClient(
      'nft',
      `${hole}; add rule inet hole out udp dport ${addresses.wireguardPort} meta length > 1400 drop`,
    );
    await comet('connect', 'nl-ams');
    // 1400 outside are 1340 inside, in steps of 16.
    await expect.poll(mtu, { timeout: 60_000 }).toBeLessThanOrEqual(1340);
    expect(await mtu()).toBeGreaterThan(1300);
    await network.inClient('nft', 'delete table inet hole');
    await comet('disconnect');
  });

  test('follows the kernel’s path MTU to the gateway, also after a change', async () => {
    await comet('connect', 'nl-ams');
    for (const [outside, inside] of [
      [1400, 1340],
      [1500, 1420],
    ] as const) {
      await network.inClient('ip', 'link', 'set', 'dev', 'eth0', 'mtu', String(outside));
      await expect.poll(mtu, { timeout: 30_000 }).toBe(inside);
    }
    await comet('disconnect');
  });
});

describe('the local network', () => {
  /** Whether a neighbour responds on the network link itself, independently of routes. */
  const responds = async (address: string): Promise<boolean> =>
    (await network.inClient('ping', '-c', '1', '-W', '1', '-I', 'eth0', address)).code === 0;

  test('allows its private addresses and groups of both families, and never a public one', async () => {
    for (const address of [addresses.far, addresses.lanNeighbour, 'ff02::1'])
      expect(await responds(address)).toBe(true);
    await comet('connect', 'nl-ams');
    for (const address of [addresses.far, addresses.lanNeighbour, 'ff02::1'])
      expect(await responds(address)).toBe(false);
    await comet('lan', 'on');
    expect(await responds(addresses.lanNeighbour)).toBe(true);
    expect(await responds('ff02::1')).toBe(true);
    // On the same link, but a public address: only through the tunnel.
    expect(await responds(addresses.far)).toBe(false);
    expect(await responds('2001:db8:ca::2')).toBe(false);
    expect(await network.seenAs()).toBe(addresses.lease4);
    await comet('lan', 'off');
    await comet('disconnect');
  });
});
