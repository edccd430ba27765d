import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from '@comet/tunnel-protocol';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { end } from './end.ts';
import { addresses, secondLocation, secondPlace, sites } from './fleet/addresses.ts';
import { askDaemon } from './fleet/ask-daemon.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';
import { connectByGateway } from './traffic.ts';

const network = signedInTestNetwork();
const families = ['ipv4', 'ipv6'] as const;
const byMain = { ipv4: addresses.lease4, ipv6: addresses.lease6 };
const bySecond = { ipv4: secondPlace.lease4, ipv6: secondPlace.lease6 };
const outside = { ipv4: addresses.client, ipv6: addresses.client6 };
const nothing = { ipv4: null, ipv6: null };

beforeAll(async () => {
  const argv = [join(import.meta.dirname, 'fleet/site-servers.ts')];
  const servers = spawn('ip', ['netns', 'exec', network.far, process.execPath, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(servers.stdout, 'data');
  await network.set({ twoLocations: true });
  await network.comet('locations');
  return () => end(servers, 'SIGTERM');
});

beforeEach(async () => {
  await connectByGateway(network);
});

const subjectOf = (route: Route) =>
  route.kind === 'site'
    ? { kind: 'site' as const, site: route.site }
    : { kind: 'app' as const, path: route.path };

const change = (route: Route) =>
  askDaemon(network.socket, 'route.add', { subject: subjectOf(route), to: route.to });

async function add(route: Route): Promise<void> {
  const subject = subjectOf(route);
  await change(route);
  onTestFinished(async () => void (await askDaemon(network.socket, 'route.remove', { subject })));
}

/** Returns an address of a name by the machine's resolver, which is that of the querying host; else the code of the failure. */
async function resolve(name: string, family: (typeof families)[number] = 'ipv4'): Promise<string> {
  const [, resolver] = /nameserver (\S+)/.exec(await readFile(network.resolvConf, 'utf8')) ?? [];
  const script = `const resolver = new (require('node:dns').promises.Resolver)({ timeout: 6000, tries: 1 });
    resolver.setServers(['${resolver}']);
    resolver.resolve${family === 'ipv4' ? '4' : '6'}('${name}').then((found) => console.log(found.join()), ({ code }) => console.log(code))`;
  return (await network.inClient(process.execPath, '-e', script)).stdout.trim();
}

/** The source addresses that a site sees; null for a family without a connection. */
async function seenBy(name: string) {
  const [ipv4, ipv6] = await Promise.all(
    families.map(async (family) => network.seenAs(await resolve(name, family))),
  );
  return { ipv4, ipv6 };
}

async function stateOf(index = 0) {
  return (await network.snapshot()).routes?.[index];
}

/** Counts the packets to a site that leave the client by a link other than these from now on. */
async function countElsewhere(site: keyof typeof sites, links: readonly string[]) {
  const nft = (text: string) => network.inClient('nft', text);
  const { ipv4, ipv6 } = sites[site];
  const others = `oifname != { ${links.map((link) => `"${link}"`).join(', ')} }`;
  const rules = [
    'type filter hook postrouting priority 300',
    `${others} ip daddr ${ipv4} counter`,
    `${others} ip6 daddr ${ipv6} counter`,
  ];
  expect((await nft(`table inet elsewhere { chain elsewhere { ${rules.join('; ')}; }; }`)).stderr).toBe('');
  onTestFinished(async () => void (await nft('delete table inet elsewhere')));
  return async () => {
    const { stdout } = await nft('list table inet elsewhere');
    return [...stdout.matchAll(/counter packets (\d+)/g)].map(([, packets]) => Number(packets));
  };
}

const slotLink = `${network.link.slice(0, 11)}-r1`;

test('a site with its subdomains leaves by its location, and other sites by the main tunnel', async () => {
  expect(await seenBy('site.example')).toEqual(byMain);
  await add({ kind: 'site', site: 'site.example', to: secondLocation.code });
  await expect.poll(() => stateOf(), { timeout: 20_000 }).toMatchObject({ state: 'active', reason: null });
  expect(await seenBy('site.example'), network.daemonLog).toEqual(bySecond);
  expect(await seenBy('www.site.example')).toEqual(bySecond);
  expect(await seenBy('other.example')).toEqual(byMain);
  const counted = await stateOf();
  expect(counted?.sent).toBeGreaterThan(500);
  expect(counted?.received).toBeGreaterThan(500);
});

test('while the tunnel of a site is down, none of its packets leave, and it is made again', async () => {
  const elsewhere = await countElsewhere('site.example', ['lo', slotLink]);
  // The control: without a route its packets leave by the main tunnel.
  expect(await seenBy('site.example')).toEqual(byMain);
  const [before4 = 0, before6 = 0] = await elsewhere();
  expect(Math.min(before4, before6)).toBeGreaterThan(0);
  await add({ kind: 'site', site: 'site.example', to: secondLocation.code });
  await expect.poll(() => seenBy('site.example'), { timeout: 20_000 }).toEqual(bySecond);
  await network.set({ admissionRefusals: Array<string>(200).fill('gateway_full') });
  expect((await network.ip(`link delete ${slotLink}`)).code).toBe(0);
  expect(await seenBy('site.example')).toEqual(nothing);
  await expect.poll(() => stateOf(), { timeout: 20_000 }).toMatchObject({ state: 'blocked' });
  expect(await seenBy('site.example')).toEqual(nothing);
  expect(await seenBy('other.example')).toEqual(byMain);
  expect(await elsewhere()).toEqual([before4, before6]);
  await network.set({ admissionRefusals: [] });
  await expect.poll(() => seenBy('site.example'), { timeout: 60_000 }).toEqual(bySecond);
  expect(await elsewhere()).toEqual([before4, before6]);
});

test('a kill of the daemon lets no packet of a site leave by the main tunnel', async () => {
  await add({ kind: 'site', site: 'site.example', to: secondLocation.code });
  await expect.poll(() => seenBy('site.example'), { timeout: 20_000 }).toEqual(bySecond);
  const elsewhere = await countElsewhere('site.example', ['lo', slotLink]);
  await network.endDaemon('SIGKILL');
  // The rules stay, and its own tunnel may.
  const { ipv4, ipv6 } = sites['site.example'];
  expect([bySecond.ipv4, null]).toContain(await network.seenAs(ipv4));
  expect([bySecond.ipv6, null]).toContain(await network.seenAs(ipv6));
  expect(await elsewhere()).toEqual([0, 0]);
  await network.startDaemon();
  await network.reaches('connected');
  await expect.poll(() => seenBy('site.example'), { timeout: 20_000 }).toEqual(bySecond);
  expect(await elsewhere()).toEqual([0, 0]);
});

test('a direct site leaves outside the tunnel, and a blocked one does not exist', async () => {
  await add({ kind: 'site', site: 'near.example', to: 'direct' });
  await add({ kind: 'site', site: 'blocked.near.example', to: 'block' });
  expect(await seenBy('near.example'), network.daemonLog).toEqual(outside);
  expect(await seenBy('other.example')).toEqual(byMain);
  expect(await resolve('blocked.near.example')).toBe('ENOTFOUND');
  expect(await resolve('a.blocked.near.example')).toBe('ENOTFOUND');
  expect((await network.snapshot()).routes).toMatchObject([{ state: 'active' }, { state: 'active' }]);
  await network.comet('disconnect');
  expect((await network.snapshot()).routes).toMatchObject([{ state: 'inactive' }, { state: 'inactive' }]);
  expect((await network.inClient('nft', 'list table inet comet_routes')).code).not.toBe(0);
});

test('a program leaves by its location or nowhere, and other programs by the main tunnel', async () => {
  const path = join(network.folder, 'routed-sh');
  await copyFile('/bin/sh', path);
  const fetched = async (shell: string): Promise<string | null> => {
    // A program is matched within half a second after its start, and later on a busy machine.
    const matched = 'until grep -q comet.route /proc/$$/cgroup; do sleep 0.2; done';
    const script = `${shell === path ? matched : ':'}; curl -sS -m 2 http://${sites['other.example'].ipv4}/`;
    const { code, stdout } = await network.inClient(shell, '-c', script);
    return code === 0 ? stdout.replace('::ffff:', '') : null;
  };
  await add({ kind: 'app', path, to: secondLocation.code });
  await expect.poll(() => stateOf(), { timeout: 20_000 }).toMatchObject({ state: 'active' });
  expect(await Promise.all([fetched(path), fetched('/bin/sh')])).toEqual([bySecond.ipv4, byMain.ipv4]);
  await change({ kind: 'app', path, to: 'direct' });
  expect(await Promise.all([fetched(path), fetched('/bin/sh')])).toEqual([outside.ipv4, byMain.ipv4]);
  await change({ kind: 'app', path, to: 'block' });
  expect(await Promise.all([fetched(path), fetched('/bin/sh')])).toEqual([null, byMain.ipv4]);
});
