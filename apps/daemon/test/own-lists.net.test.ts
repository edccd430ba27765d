import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addresses, serverName } from './fleet/addresses.ts';
import { askDaemon } from './fleet/ask-daemon.ts';
import { asResolver, resolverFixture, resolverUid } from './fleet/dns/resolver-fixture.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';

const network = signedInTestNetwork();
const listUrl = `https://${serverName}:${addresses.listPort}/list.txt`;
const { comet, resolve, programs, countOutside } = resolverFixture(network);

/** The first line of the downloaded list: the address that its server saw. */
async function downloadedBy(): Promise<string> {
  const folder = join(network.stateDir, 'name-lists');
  const texts = (await readdir(folder)).filter((file) => file.endsWith('.txt'));
  const [text = ''] = await Promise.all(texts.map((file) => readFile(join(folder, file), 'utf8')));
  return text.split('\n', 1).join();
}

test('lists are downloaded through the tunnel only, and a list that was not downloaded blocks nothing', async () => {
  const outside = await countOutside(`meta skuid ${resolverUid}`);
  // The control: the program's user could send outside.
  expect((await network.inClient(...asResolver, addresses.echo4)).stdout).toBe(addresses.client);
  const before = await outside();
  expect(before).toBeGreaterThan(0);
  expect((await comet('dns', 'block', 'add', listUrl)).stdout).toContain('downloaded when connected');
  expect((await network.comet('dns', 'block', 'update')).stderr).toContain('through the tunnel');
  await comet('connect', 'nl-ams');
  expect(await resolve('host.example')).toBe(addresses.tunnel4);
  // With split tunnelling the traffic of other programs, also of root, is outside.
  await askDaemon(network.socket, 'split.set', { mode: 'include' });
  expect(await network.seenAs()).toBe(addresses.client);
  const { stdout } = await comet('dns', 'block', 'update');
  expect(stdout, network.daemonLog).toContain('domains: 2, updated');
  await askDaemon(network.socket, 'split.set', { mode: 'off' });
  expect(await downloadedBy()).toBe(`# ${addresses.lease4}`);
  expect(await outside()).toBe(before);
});

test('blocked names have no address by Comet DNS and by encrypted DNS, and all others do', async () => {
  for (const [resolver, address] of [
    ['default', addresses.tunnel4],
    [`tls://${serverName}`, addresses.lease4],
  ] as const) {
    await comet('set', 'dns', resolver);
    expect(await readFile(network.resolvConf, 'utf8')).toContain('nameserver 127.0.67.53\n');
    for (const name of ['host.example', 'tracker.example', 'a.tracker.example'])
      expect(await resolve(name), `${name} by ${resolver}`).toBe('ENOTFOUND');
    for (const name of ['a.host.example', 'who.example'])
      expect(await resolve(name), `${name} by ${resolver}`).toBe(address);
  }
  await comet('set', 'dns', 'default');
});

test('allow beats block, and a text from standard input is a list', async () => {
  await comet('dns', 'allow', 'add', 'good.tracker.example');
  expect(await resolve('a.good.tracker.example')).toBe(addresses.tunnel4);
  expect(await resolve('tracker.example')).toBe('ENOTFOUND');
  const added = await network.cometWith('mine.example\n', 'dns', 'block', 'add', '-');
  expect(added.stdout).toContain('standard input');
  expect(await resolve('a.mine.example')).toBe('ENOTFOUND');
  expect((await network.cometWith('no names', 'dns', 'block', 'add', '-')).stderr).toContain('No domain');
  await comet('dns', 'allow', 'remove', 'good.tracker.example');
  expect(await resolve('a.good.tracker.example')).toBe('ENOTFOUND');
});

test('counts what each list has blocked, without names, until they are cleared', async () => {
  const counts = async (): Promise<{ source: string; today: number; month: number }[]> =>
    JSON.parse((await comet('dns', 'counts', '--json')).stdout);
  const [before] = await counts();
  await resolve('host.example');
  // Queries of the tests before may be reported only now.
  const today = async () => (await counts())[0]?.today;
  await expect.poll(today, { timeout: 10_000 }).toBeGreaterThan(before?.today ?? 0);
  expect((await counts()).map(({ source, today, month }) => [source, today === month && today > 0])).toEqual([
    [listUrl, true],
    ['standard input', true],
  ]);
  await network.endDaemon('SIGTERM');
  const kept = await readFile(join(network.stateDir, 'block-counts.json'), 'utf8');
  expect(kept).toMatch(/^\{"\d{4}-\d\d-\d\d":\{"[0-9a-f]{16}":\d+,"[0-9a-f]{16}":\d+\}\}$/);
  await network.startDaemon();
  expect((await counts()).every(({ today }) => today > 0)).toBe(true);
  await comet('dns', 'counts', '--clear');
  expect((await counts()).every(({ month }) => month === 0)).toBe(true);
});

test('an exported file has the lists, and an import restores them', async () => {
  const { text } = await askDaemon(network.socket, 'settings.export', {});
  await comet('dns', 'block', 'remove', 'standard input');
  await comet('dns', 'block', 'remove', listUrl);
  await comet('connect', 'nl-ams');
  expect(await resolve('mine.example')).toBe(addresses.tunnel4);
  expect(await programs()).toEqual([]);
  await askDaemon(network.socket, 'settings.import', { text });
  expect(await resolve('mine.example')).toBe('ENOTFOUND');
});
