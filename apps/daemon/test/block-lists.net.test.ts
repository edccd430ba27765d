import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlockList, nameFilters } from '@comet/admission';
import { dnsFilterProgram } from '@comet/testing';
import { beforeAll, expect, test } from 'vitest';
import { end } from './end.ts';
import { addresses } from './fleet/addresses.ts';
import { resolverFixture } from './fleet/dns/resolver-fixture.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

const network = bareTestNetwork();
const { comet, resolve, programs, countOutside } = resolverFixture(network);
const offered: readonly BlockList[] = ['ads', 'trackers', 'malware', 'adult', 'social'];

/** Starts the gateway's DNS filter at the far side, as the agent of a gateway does. */
beforeAll(async () => {
  const folder = join(network.folder, 'lists');
  await mkdir(folder);
  for (const list of offered) await writeFile(join(folder, `${list}.txt`), `${list}.example\n`);
  const filters = nameFilters(offered).map(({ address, lists }) => `${address}:53=${lists.join()}`);
  for (const { address } of nameFilters(offered))
    execFileSync('ip', ['-n', network.far, 'address', 'add', `${address}/32`, 'dev', 'lo']);
  const argv = [dnsFilterProgram, '-', `${addresses.tunnel4}:53`, folder, ...filters];
  const filter = spawn('ip', ['netns', 'exec', network.far, ...argv], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await network.set({ blockLists: offered });
  await network.startDaemon();
  await network.logIn();
  return () => end(filter, 'SIGTERM');
});

interface Count {
  readonly source: string;
  readonly gateway: boolean;
  readonly today: number;
}
const counts = async (): Promise<Count[]> => JSON.parse((await comet('dns', 'counts', '--json')).stdout);
const todayOf = async (list: string) => (await counts()).find(({ source }) => source === list)?.today;

async function blocked(): Promise<string[]> {
  const names = [...offered, 'gambling', 'open'];
  const found = await Promise.all(names.map((list) => resolve(`www.${list}.example`)));
  for (const one of found) expect(['ENOTFOUND', addresses.tunnel4]).toContain(one);
  return names.filter((_, index) => found[index] === 'ENOTFOUND');
}

test('the names of chosen lists do not exist, in any combination, and others resolve', async () => {
  const outside = await countOutside();
  // The control: without a tunnel packets leave outside.
  expect(await network.seenAs()).toBe(addresses.client);
  await comet('connect', 'nl-ams');
  expect(await blocked()).toEqual([]);
  const before = await outside();
  expect(before).toBeGreaterThan(0);
  for (const lists of [['adult'], ['social'], ['ads', 'adult', 'social'], [...offered]]) {
    expect((await comet('set', 'block', ...lists)).stdout).toContain(
      `Blocking domains on these lists: ${lists.join(', ')}.`,
    );
    expect(await blocked()).toEqual(lists);
  }
  expect(await programs()).toEqual([]);
  expect(await outside()).toBe(before);
  await comet('set', 'block', 'none');
  expect(await blocked()).toEqual([]);
});

test('a list that the gateway does not have blocks nothing, and Comet says so', async () => {
  const { stdout } = await comet('set', 'block', 'social', 'gambling');
  expect(stdout).toContain('Blocking domains on these lists: social.');
  expect(stdout).toContain('NOT blocked: this server doesn’t have the list gambling.');
  expect(await blocked()).toEqual(['social']);
  expect((await comet('locations')).stdout).toContain('no gambling list');
});

test('counts what each list of the gateway has blocked, on this machine and without names', async () => {
  await comet('set', 'block', 'ads', 'adult');
  await blocked();
  expect((await comet('dns', 'counts')).stdout).toContain('aren’t counted right now');
  await comet('dns', 'allow', 'add', 'good.adult.example');
  expect(await programs()).toHaveLength(1);
  const outside = await countOutside();
  expect(await blocked()).toEqual(['ads', 'adult']);
  expect(await resolve('good.adult.example')).toBe(addresses.tunnel4);
  await expect.poll(() => todayOf('adult'), { timeout: 10_000 }).toBeGreaterThan(0);
  const [, resolver = ''] = /nameserver (\S+)/.exec(await readFile(network.resolvConf, 'utf8')) ?? [];
  const dig = async (...options: readonly string[]) =>
    (await network.inClient('dig', '+tries=1', `@${resolver}`, 'ads.example', ...options)).stdout;
  const before = (await todayOf('ads')) ?? 0;
  // RFC 8914: a client that supports extended errors sees the reason, and another gets no EDNS.
  expect(await dig('+edns=0', '+nocookie')).toMatch(/EDE: 17 \(Filtered\):.*ads/);
  const plain = await dig('+noedns', '+nocookie');
  expect(plain).toContain('status: NXDOMAIN');
  expect(plain).not.toContain('OPT PSEUDOSECTION');
  await expect.poll(() => todayOf('ads'), { timeout: 10_000 }).toBe(before + 2);
  expect(await outside()).toBe(0);
  expect((await comet('dns', 'counts')).stdout).not.toContain('aren’t counted');
  await network.endDaemon('SIGTERM');
  const kept = await readFile(join(network.stateDir, 'block-counts.json'), 'utf8');
  expect(kept).toMatch(/^\{"\d{4}-\d\d-\d\d":\{("gateway:(ads|adult)":\d+,?){2}\}\}$/);
});
