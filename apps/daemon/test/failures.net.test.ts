import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';
import { keepIntent, keptState } from './fleet/kept-state.ts';
import { connectByGateway, seenWhile } from './traffic.ts';

const network = signedInTestNetwork();

describe('a daemon that is killed', () => {
  test('leaves no traffic unprotected, and continues the tunnel after a restart', async () => {
    await connectByGateway(network);
    await network.endDaemon('SIGKILL');
    expect(await network.hasTable()).toBe(true);
    expect(await network.seenAs()).not.toBe(addresses.client);
    await network.startDaemon();
    const seen = await seenWhile(
      network,
      async () => (await network.snapshot()).tunnel.state === 'connected',
    );
    expect(seen).not.toContain(addresses.client);
    expect(await network.seenAs()).toBe(addresses.lease4);
    await network.comet('disconnect');
    expect(await readFile(network.resolvConf, 'utf8')).toBe('nameserver 192.0.2.2\nsearch lan\n');
  });

  test('cleans up at its next start if it was disconnecting', async () => {
    await connectByGateway(network);
    await network.endDaemon('SIGKILL');
    await keepIntent(network, null);
    await network.startDaemon();
    expect((await network.snapshot()).tunnel.state).toBe('disconnected');
    expect(await network.hasTable()).toBe(false);
    expect(await network.seenAs()).toBe(addresses.client);
    expect(await readFile(network.resolvConf, 'utf8')).toBe('nameserver 192.0.2.2\nsearch lan\n');
  });

  test('ends sessions in order on a signal', async () => {
    await connectByGateway(network);
    await network.endDaemon('SIGTERM');
    expect(await network.hasTable()).toBe(false);
    expect(await network.seenAs()).toBe(addresses.client);
    await network.startDaemon();
    expect((await network.snapshot()).tunnel.state).toBe('disconnected');
  });
});

test('restarts a killed data plane, and no traffic leaves meanwhile', async () => {
  await connectByGateway(network);
  const argv = ['-f', `wireguard[^ ]* ${network.link}$`];
  const [pid = ''] = execFileSync('pgrep', argv, { encoding: 'utf8' }).trim().split('\n');
  const before = (await network.snapshot()).tunnel;
  process.kill(Number(pid), 'SIGKILL');
  const seen = await seenWhile(network, async () => {
    const { state, since } = (await network.snapshot()).tunnel;
    return state === 'connected' && since !== before.since;
  });
  expect(seen).not.toContain(addresses.client);
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.comet('disconnect');
});

describe('lockdown', () => {
  test('blocks all traffic without a tunnel, and survives the end of the daemon', async () => {
    expect((await network.comet('lockdown', 'on')).code).toBe(0);
    expect(await network.seenAs()).toBeNull();
    expect((await network.snapshot()).tunnel).toMatchObject({ state: 'error', reason: 'locked_down' });
    await connectByGateway(network);
    await network.endDaemon('SIGTERM');
    expect(await network.hasTable()).toBe(true);
    expect(await network.seenAs()).toBeNull();
    await network.startDaemon();
    await network.reaches('connected');
    await network.comet('disconnect');
    expect(await network.seenAs()).toBeNull();
    await network.comet('lockdown', 'off');
    expect(await network.seenAs()).toBe(addresses.client);
  });
});

test('the local network is reachable while connected only if the setting allows it', async () => {
  const neighbour = () => network.seenAs(addresses.lanNeighbour);
  expect(await neighbour()).toBe(addresses.lanClient);
  await connectByGateway(network);
  expect(await neighbour()).not.toBe(addresses.lanClient);
  expect((await network.comet('lan', 'on')).code).toBe(0);
  expect(await neighbour()).toBe(addresses.lanClient);
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.comet('lan', 'off');
  expect(await neighbour()).not.toBe(addresses.lanClient);
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.comet('disconnect');
});

describe('a hostile network', () => {
  test('cannot bypass the tunnel with its routes', async () => {
    await connectByGateway(network);
    for (const half of ['0.0.0.0/1', '128.0.0.0/1'])
      await network.inClient('ip', 'route', 'add', half, 'via', addresses.far);
    expect(await network.seenAs()).toBe(addresses.lease4);
    for (const half of ['0.0.0.0/1', '128.0.0.0/1']) await network.inClient('ip', 'route', 'delete', half);
    await network.comet('disconnect');
  });

  test('receives no DNS query, by UDP or TCP', async () => {
    await connectByGateway(network);
    for (const transport of ['+notcp', '+tcp']) {
      const query = await network.inClient(
        'dig',
        transport,
        '+tries=1',
        '+time=1',
        `@${addresses.far}`,
        'example.com',
      );
      expect(query.code).not.toBe(0);
    }
    await network.comet('disconnect');
  });
});

test('restores resolvers that another program sets while the tunnel is up', async () => {
  await connectByGateway(network);
  await writeFile(network.resolvConf, 'nameserver 192.0.2.98\n');
  await expect.poll(() => readFile(network.resolvConf, 'utf8')).toContain(addresses.tunnel4);
  await expect.poll(() => network.daemonLog).toContain('Another program rewrote');
  // As a DHCP client does it, with a temporary file and twice: the watched file no longer exists then.
  for (const last of [97, 99]) {
    await writeFile(`${network.resolvConf}.dhclient`, `nameserver 192.0.2.${last}\n`);
    await rename(`${network.resolvConf}.dhclient`, network.resolvConf);
    await expect.poll(() => readFile(network.resolvConf, 'utf8')).toContain(addresses.tunnel4);
  }
  await network.comet('disconnect');
  expect(await readFile(network.resolvConf, 'utf8')).toBe('nameserver 192.0.2.99\n');
});

test('a full disk, which prevents saving the machine’s resolvers, is reported, and nothing is lost', async () => {
  const original = await readFile(network.resolvConf, 'utf8');
  await network.endDaemon('SIGTERM');
  const room = join(network.folder, 'room');
  execFileSync('mv', [network.stateDir, room]);
  await mkdir(network.stateDir, { mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'comet-full-disk', network.stateDir]);
  try {
    execFileSync('cp', ['-a', `${room}/.`, network.stateDir]);
    await network.startDaemon();
    const filling = join(network.stateDir, 'filling');
    await expect(writeFile(filling, Buffer.alloc(2 * 1024 * 1024))).rejects.toThrow('ENOSPC');
    const refused = await network.comet('connect', 'nl-ams');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('The disk is full');
    expect(await network.seenAs()).toBeNull();
    expect(await readFile(network.resolvConf, 'utf8')).toBe(original);
    await rm(filling);
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
    // The write is retried each minute until it succeeds.
    const goal = async () => (await keptState(network)).intent;
    await expect.poll(goal, { timeout: 70_000 }).toEqual({ location: 'nl-ams' });
    await network.endDaemon('SIGKILL');
    await network.startDaemon();
    await network.reaches('connected');
    await network.comet('disconnect');
    expect(await readFile(network.resolvConf, 'utf8')).toBe(original);
    await network.endDaemon('SIGTERM');
    execFileSync('cp', ['-a', `${network.stateDir}/.`, room]);
  } finally {
    await network.endDaemon('SIGTERM');
    execFileSync('umount', [network.stateDir]);
  }
  await rm(network.stateDir, { recursive: true });
  execFileSync('mv', [room, network.stateDir]);
  await network.startDaemon();
});
