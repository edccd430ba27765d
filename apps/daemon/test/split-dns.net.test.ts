import { expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { askDaemon } from './fleet/ask-daemon.ts';
import { resolverFixture } from './fleet/dns/resolver-fixture.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';

const network = signedInTestNetwork();
const { comet, resolve, countOutside, lookUp } = resolverFixture(network);
const server = addresses.lanNeighbour;
const domain = ['split', 'add', 'corp.example', server] as const;

test('a server in the local network is refused while the local network is blocked', async () => {
  const { stderr } = await network.comet('dns', ...domain);
  expect(stderr).toContain('comet lan on');
  for (const unusable of ['127.0.0.1', addresses.tunnel4, '169.254.1.1'])
    expect((await network.comet('dns', 'split', 'add', 'corp.example', unusable)).stderr).toContain(
      'Use the IP',
    );
});

test('only names of the domain reach its server, by the resolver program only, and nothing else leaves', async () => {
  await comet('lan', 'on');
  await comet('dns', ...domain);
  // The control: without a tunnel every program can query the server, and the counter sees it.
  const all = await countOutside();
  expect(await lookUp('corp.example', server)).toBe(addresses.lanClient);
  expect(await all()).toBeGreaterThan(0);
  await comet('connect', 'nl-ams');
  const others = await countOutside(`ip daddr != ${server}`);
  const elsewhere = await countOutside('meta l4proto { tcp, udp } th dport != 53');
  expect(await resolve('a.corp.example')).toBe(addresses.lanClient);
  expect(await resolve('xcorp.example')).toBe(addresses.tunnel4);
  const before = await all();
  expect(await resolve('who.example')).toBe(addresses.tunnel4);
  expect(await lookUp('corp.example', server)).not.toBe(addresses.lanClient);
  expect(await all()).toBe(before);
  await askDaemon(network.socket, 'split.set', { mode: 'include' });
  const included = await all();
  expect(await resolve('b.corp.example')).toBe(addresses.lanClient);
  expect(await all()).toBeGreaterThan(included);
  await askDaemon(network.socket, 'split.set', { mode: 'off' });
  expect([await others(), await elsewhere()]).toEqual([0, 0]);
});

test('without local network access the names of the domain have no other server', async () => {
  await comet('lan', 'off');
  const outside = await countOutside();
  expect((await comet('dns', 'split')).stdout).toContain('Not reachable');
  expect(await resolve('c.corp.example')).toBe('ESERVFAIL');
  expect(await resolve('who.example')).toBe(addresses.tunnel4);
  expect(await outside()).toBe(0);
});

test('a server on the internet is reached through the tunnel', async () => {
  await comet('dns', 'split', 'remove', 'corp.example');
  await comet('dns', 'split', 'add', 'lab.example', addresses.echo4);
  const outside = await countOutside();
  expect(await resolve('a.lab.example')).toBe(addresses.lease4);
  expect(await resolve('who.example')).toBe(addresses.tunnel4);
  expect(await outside()).toBe(0);
});
