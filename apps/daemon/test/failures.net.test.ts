import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { field as addresses } from './fleet/addresses.ts';
import { signedInField } from './fleet/test-network-fixture.ts';
import { keepIntent, keptState } from './fleet/kept-state.ts';
import { connectByGateway, seenWhile } from './traffic.ts';

const field = signedInField();

describe('a daemon that is killed', () => {
  test('leaves nothing open, and continues the tunnel after a restart', async () => {
    await connectByGateway(field);
    await field.endDaemon('SIGKILL');
    expect(await field.hasTable()).toBe(true);
    expect(await field.seenAs()).not.toBe(addresses.client);
    await field.startDaemon();
    const seen = await seenWhile(field, async () => (await field.snapshot()).tunnel.state === 'connected');
    expect(seen).not.toContain(addresses.client);
    expect(await field.seenAs()).toBe(addresses.lease4);
    await field.comet('disconnect');
    expect(await readFile(field.resolvConf, 'utf8')).toBe('nameserver 192.0.2.2\nsearch lan\n');
  });

  test('cleans up at its next start when it was going down', async () => {
    await connectByGateway(field);
    await field.endDaemon('SIGKILL');
    await keepIntent(field, null);
    await field.startDaemon();
    expect((await field.snapshot()).tunnel.state).toBe('disconnected');
    expect(await field.hasTable()).toBe(false);
    expect(await field.seenAs()).toBe(addresses.client);
    expect(await readFile(field.resolvConf, 'utf8')).toBe('nameserver 192.0.2.2\nsearch lan\n');
  });

  test('ends sessions in order when it is ended', async () => {
    await connectByGateway(field);
    await field.endDaemon('SIGTERM');
    expect(await field.hasTable()).toBe(false);
    expect(await field.seenAs()).toBe(addresses.client);
    await field.startDaemon();
    expect((await field.snapshot()).tunnel.state).toBe('disconnected');
  });
});

test('restarts a killed data plane, and nothing leaves meanwhile', async () => {
  await connectByGateway(field);
  const argv = ['-f', `wireguard[^ ]* ${field.link}$`];
  const [pid = ''] = execFileSync('pgrep', argv, { encoding: 'utf8' }).trim().split('\n');
  const before = (await field.snapshot()).tunnel;
  process.kill(Number(pid), 'SIGKILL');
  const seen = await seenWhile(field, async () => {
    const { state, since } = (await field.snapshot()).tunnel;
    return state === 'connected' && since !== before.since;
  });
  expect(seen).not.toContain(addresses.client);
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('disconnect');
});

describe('lockdown', () => {
  test('holds everything back without a tunnel, and survives the end of the daemon', async () => {
    expect((await field.comet('lockdown', 'on')).code).toBe(0);
    expect(await field.seenAs()).toBeNull();
    expect((await field.snapshot()).tunnel).toMatchObject({ state: 'error', reason: 'locked_down' });
    await connectByGateway(field);
    await field.endDaemon('SIGTERM');
    expect(await field.hasTable()).toBe(true);
    expect(await field.seenAs()).toBeNull();
    await field.startDaemon();
    await field.reaches('connected');
    await field.comet('disconnect');
    expect(await field.seenAs()).toBeNull();
    await field.comet('lockdown', 'off');
    expect(await field.seenAs()).toBe(addresses.client);
  });
});

test('the local network is reached while connected if that was allowed, and only then', async () => {
  const neighbour = () => field.seenAs(addresses.lanNeighbour);
  expect(await neighbour()).toBe(addresses.lanClient);
  await connectByGateway(field);
  expect(await neighbour()).not.toBe(addresses.lanClient);
  expect((await field.comet('lan', 'on')).code).toBe(0);
  expect(await neighbour()).toBe(addresses.lanClient);
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('lan', 'off');
  expect(await neighbour()).not.toBe(addresses.lanClient);
  expect(await field.seenAs()).toBe(addresses.lease4);
  await field.comet('disconnect');
});

describe('a hostile network', () => {
  test('cannot turn the tunnel aside with routes of its own', async () => {
    await connectByGateway(field);
    for (const half of ['0.0.0.0/1', '128.0.0.0/1'])
      await field.inClient('ip', 'route', 'add', half, 'via', addresses.far);
    expect(await field.seenAs()).toBe(addresses.lease4);
    for (const half of ['0.0.0.0/1', '128.0.0.0/1']) await field.inClient('ip', 'route', 'delete', half);
    await field.comet('disconnect');
  });

  test('receives no DNS query, by UDP or TCP', async () => {
    await connectByGateway(field);
    for (const transport of ['+notcp', '+tcp']) {
      const asked = await field.inClient(
        'dig',
        transport,
        '+tries=1',
        '+time=1',
        `@${addresses.far}`,
        'example.com',
      );
      expect(asked.code).not.toBe(0);
    }
    await field.comet('disconnect');
  });
});

test('restores resolvers that another program sets while the tunnel is up', async () => {
  await connectByGateway(field);
  await writeFile(field.resolvConf, 'nameserver 192.0.2.98\n');
  await expect.poll(() => readFile(field.resolvConf, 'utf8')).toContain(addresses.tunnel4);
  await expect.poll(() => field.daemonLog).toContain('was rewritten by another program');
  // As a DHCP client does it, with a file of its own beside, and twice: the file that was watched is not there any more.
  for (const last of [97, 99]) {
    await writeFile(`${field.resolvConf}.dhclient`, `nameserver 192.0.2.${last}\n`);
    await rename(`${field.resolvConf}.dhclient`, field.resolvConf);
    await expect.poll(() => readFile(field.resolvConf, 'utf8')).toContain(addresses.tunnel4);
  }
  await field.comet('disconnect');
  expect(await readFile(field.resolvConf, 'utf8')).toBe('nameserver 192.0.2.99\n');
});

test('a full disk, which cannot keep the machine’s own resolvers, is named, and nothing is lost', async () => {
  const original = await readFile(field.resolvConf, 'utf8');
  await field.endDaemon('SIGTERM');
  const room = join(field.folder, 'room');
  execFileSync('mv', [field.stateDir, room]);
  await mkdir(field.stateDir, { mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'comet-full-disk', field.stateDir]);
  try {
    execFileSync('cp', ['-a', `${room}/.`, field.stateDir]);
    await field.startDaemon();
    const filling = join(field.stateDir, 'filling');
    await expect(writeFile(filling, Buffer.alloc(2 * 1024 * 1024))).rejects.toThrow('ENOSPC');
    const refused = await field.comet('connect', 'nl-ams');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('The disk is full');
    expect(await field.seenAs()).toBeNull();
    expect(await readFile(field.resolvConf, 'utf8')).toBe(original);
    await rm(filling);
    await field.reaches('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
    // Writing is retried each minute until it succeeds.
    const wish = async () => (await keptState(field)).intent;
    await expect.poll(wish, { timeout: 70_000 }).toEqual({ location: 'nl-ams' });
    await field.endDaemon('SIGKILL');
    await field.startDaemon();
    await field.reaches('connected');
    await field.comet('disconnect');
    expect(await readFile(field.resolvConf, 'utf8')).toBe(original);
    await field.endDaemon('SIGTERM');
    execFileSync('cp', ['-a', `${field.stateDir}/.`, room]);
  } finally {
    await field.endDaemon('SIGTERM');
    execFileSync('umount', [field.stateDir]);
  }
  await rm(field.stateDir, { recursive: true });
  execFileSync('mv', [room, field.stateDir]);
  await field.startDaemon();
});
