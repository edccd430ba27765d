import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addresses, serverName } from './fleet/addresses.ts';
import { askDaemon } from './fleet/ask-daemon.ts';
import { asResolver, resolverFixture, resolverUid } from './fleet/dns/resolver-fixture.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';

const network = signedInTestNetwork();
const overTls = `tls://${serverName}`;
const { comet, resolve, programs, countOutside } = resolverFixture(network);

test('queries reach a resolver over TLS and HTTPS through the tunnel only', async () => {
  const outside = await countOutside(`meta skuid ${resolverUid}`);
  await network.comet('disconnect');
  // The control: the program's user could send outside.
  expect((await network.inClient(...asResolver, addresses.echo4)).stdout).toBe(addresses.client);
  expect(await outside()).toBeGreaterThan(0);
  await comet('set', 'dns', overTls);
  await comet('connect', 'nl-ams');
  const before = await outside();
  expect(await readFile(network.resolvConf, 'utf8')).toContain('nameserver 127.0.67.53\n');
  expect(await resolve(), network.daemonLog).toBe(addresses.lease4);
  await comet('set', 'dns', `https://${serverName}:${addresses.dohPort}/dns-query`);
  expect(await resolve(), network.daemonLog).toBe(addresses.lease4);
  expect(await programs()).toHaveLength(1);
  await askDaemon(network.socket, 'split.set', { mode: 'include' });
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await resolve(), network.daemonLog).toBe(addresses.lease4);
  expect((await network.inClient(...asResolver, addresses.echo4)).stdout).toBe(addresses.lease4);
  expect(await outside()).toBe(before);
  await askDaemon(network.socket, 'split.set', { mode: 'off' });
});

test('the program cannot reach the local network, also where every other program can', async () => {
  await comet('lan', 'on');
  const fetched = async (...argv: readonly string[]) =>
    (await network.inClient(...argv, addresses.lanNeighbour)).code;
  expect(await fetched('curl', '-sS', '-m', '2')).toBe(0);
  expect(await fetched(...asResolver)).not.toBe(0);
  await comet('lan', 'off');
  const { stderr } = await network.comet('set', 'dns', `tls://${addresses.lanNeighbour}`);
  expect(stderr).toContain('public IP address');
});

test('a killed program is started again, and its end is no way around it', async () => {
  const outside = await countOutside();
  const [pid] = await programs();
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(() => resolve(), { timeout: 20_000 }).toBe(addresses.lease4);
  expect(await programs()).not.toContain(pid);
  expect(await outside()).toBe(0);
});

test('ends with the tunnel, and is started for a connection after a kill of the daemon', async () => {
  await network.endDaemon('SIGKILL');
  await expect.poll(programs, { timeout: 10_000 }).toEqual([]);
  await network.startDaemon();
  await network.reaches('connected');
  expect(await resolve(), network.daemonLog).toBe(addresses.lease4);
  await comet('disconnect');
  expect(await programs()).toEqual([]);
  expect(await readFile(network.resolvConf, 'utf8')).toContain('nameserver 192.0.2.2\n');
});
