import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { end } from './end.ts';
import { addresses, secondLocation, secondPlace, sites, udpPort } from './fleet/addresses.ts';
import { askDaemon } from './fleet/ask-daemon.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';
import { connectByGateway } from './traffic.ts';

const network = signedInTestNetwork();
const byMain = { ipv4: addresses.lease4, ipv6: addresses.lease6 };
const bySecond = { ipv4: secondPlace.lease4, ipv6: secondPlace.lease6 };
const nothing = { ipv4: null, ipv6: null };
const slotLink = `${network.link.slice(0, 11)}-r1`;
const port = 9101;
const site = sites['site.example'];

beforeAll(async () => {
  const argv = [join(import.meta.dirname, 'fleet/site-servers.ts')];
  const servers: ChildProcess = spawn('ip', ['netns', 'exec', network.far, process.execPath, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (servers.stdout !== null) await once(servers.stdout, 'data');
  await network.set({ twoLocations: true });
  await network.comet('locations');
  return () => end(servers, 'SIGTERM');
});

beforeEach(async () => {
  await connectByGateway(network);
});

/** Opens a proxy with the command line, for the test's duration. */
async function open(location: string = secondLocation.code, at: number = port): Promise<string> {
  const { code, stdout, stderr } = await network.comet('proxy', 'add-location', location, String(at));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  onTestFinished(async () => void (await network.comet('proxy', 'remove', String(at))));
  return stdout;
}

const stateOf = async () => (await network.snapshot()).locationProxies?.[0];

/** The caller's address that a URL returns through the proxy; null if there is no connection. */
async function fetched(url: string, scheme: string, at = port): Promise<string | null> {
  const { code, stdout } = await network.inClient(
    ...['curl', '-sS', '-f', '-m', '3', '--proxy', `${scheme}://127.0.0.1:${at}`, url],
  );
  return code === 0 ? stdout.replace('::ffff:', '') : null;
}

/** The same by address, in both families. */
const seenBy = async (scheme = 'socks5', at = port) => ({
  ipv4: await fetched(`http://${site.ipv4}/`, scheme, at),
  ipv6: await fetched(`http://[${site.ipv6}]/`, scheme, at),
});

/** The sender's address that a site returns for a datagram through SOCKS5 (RFC 1928 §7); an empty text without a reply within two seconds. */
async function datagramSeenAs(host: string): Promise<string> {
  const script = `const [port, host, to] = process.argv.slice(1);
    const control = require('node:net').connect(Number(port), '127.0.0.1');
    const datagrams = require('node:dgram').createSocket('udp4');
    control.on('error', () => process.exit());
    control.on('close', () => process.exit());
    control.write(Buffer.of(5, 1, 0));
    control.once('data', () => {
      control.write(Buffer.of(5, 3, 0, 1, 0, 0, 0, 0, 0, 0));
      control.once('data', (reply) => {
        if (reply[1] !== 0) process.exit();
        const name = Buffer.from(host);
        const message = Buffer.concat([Buffer.of(0, 0, 0, 3, name.length), name, Buffer.of(to >> 8, to & 255), Buffer.from('x')]);
        datagrams.send(message, reply.readUInt16BE(8), '127.0.0.1');
      });
    });
    datagrams.on('message', (answer) => {
      console.log(answer.subarray(answer[3] === 4 ? 22 : 10).toString());
      process.exit();
    });
    setTimeout(() => process.exit(), 2000);`;
  const argv = [process.execPath, '-e', script, String(port), host, String(udpPort)];
  return (await network.inClient(...argv)).stdout.trim();
}

/** Counts the packets to the site that leave the client by a link other than these from now on. */
async function countElsewhere(links: readonly string[]) {
  const nft = (text: string) => network.inClient('nft', text);
  const others = `oifname != { ${links.map((link) => `"${link}"`).join(', ')} }`;
  const rules = [
    'type filter hook postrouting priority 300',
    `${others} ip daddr ${site.ipv4} counter`,
    `${others} ip6 daddr ${site.ipv6} counter`,
    `oifname "${slotLink}" udp dport 53 counter`,
    `oifname "${network.link}" udp dport 53 counter`,
  ];
  expect((await nft(`table inet elsewhere { chain elsewhere { ${rules.join('; ')}; }; }`)).stderr).toBe('');
  onTestFinished(async () => void (await nft('delete table inet elsewhere')));
  return async () => {
    const { stdout } = await nft('list table inet elsewhere');
    const [ipv4 = 0, ipv6 = 0, atLocation = 0, atMain = 0] = [
      ...stdout.matchAll(/counter packets (\d+)/g),
    ].map(([, packets]) => Number(packets));
    return { outside: [ipv4, ipv6], queries: { atLocation, atMain } };
  };
}

test('a local proxy leaves at its location, with names resolved there, and other traffic by the main tunnel', async () => {
  expect(await open()).toContain(`127.0.0.1:${port}: leaves at ${secondLocation.code}.`);
  await expect.poll(stateOf, { timeout: 20_000 }).toEqual({ state: 'active', reason: null, listens: true });
  const counted = await countElsewhere(['lo', slotLink]);
  expect(await seenBy('socks5'), network.daemonLog).toEqual(bySecond);
  expect(await seenBy('http')).toEqual(bySecond);
  expect(await fetched('http://site.example/', 'socks5h')).toBe(bySecond.ipv4);
  expect(await fetched('http://www.site.example/', 'http')).toBe(bySecond.ipv4);
  expect(await counted()).toMatchObject({ outside: [0, 0], queries: { atMain: 0 } });
  expect((await counted()).queries.atLocation).toBeGreaterThan(1);
  // The control: without the proxy the same packets leave by the main tunnel.
  expect({ ipv4: await network.seenAs(site.ipv4), ipv6: await network.seenAs(site.ipv6) }).toEqual(byMain);
  const { outside } = await counted();
  expect(Math.min(...outside)).toBeGreaterThan(0);
});

test('datagrams of SOCKS5 leave at the location, and not at all while its tunnel is down', async () => {
  await open();
  await expect.poll(() => seenBy(), { timeout: 20_000 }).toEqual(bySecond);
  const counted = await countElsewhere(['lo', slotLink]);
  expect(await datagramSeenAs(site.ipv4), network.daemonLog).toBe(bySecond.ipv4);
  expect(await datagramSeenAs('site.example')).toBe(bySecond.ipv4);
  expect(await datagramSeenAs(site.ipv6)).toBe(bySecond.ipv6);
  expect(await datagramSeenAs(addresses.lanNeighbour)).toBe('');
  await network.set({ admissionRefusals: Array<string>(200).fill('gateway_full') });
  onTestFinished(async () => void (await network.set({ admissionRefusals: [] })));
  expect((await network.ip(`link delete ${slotLink}`)).code).toBe(0);
  expect(await datagramSeenAs(site.ipv4)).toBe('');
  expect((await counted()).outside).toEqual([0, 0]);
});

test('several proxies leave at their own locations at the same time', async () => {
  const { tunnel } = await network.snapshot();
  if (tunnel.state !== 'connected') throw new Error('not connected');
  await open();
  await open(tunnel.place.location, port + 1);
  await expect.poll(() => seenBy(), { timeout: 20_000 }).toEqual(bySecond);
  expect(await Promise.all([seenBy('http'), seenBy('socks5', port + 1)])).toEqual([bySecond, byMain]);
});

test('while the tunnel of its location is down nothing of it leaves, and it works again afterwards', async () => {
  await open();
  await expect.poll(() => seenBy(), { timeout: 20_000 }).toEqual(bySecond);
  const counted = await countElsewhere(['lo', slotLink]);
  await network.set({ admissionRefusals: Array<string>(200).fill('gateway_full') });
  expect((await network.ip(`link delete ${slotLink}`)).code).toBe(0);
  expect(await seenBy()).toEqual(nothing);
  expect(await fetched('http://site.example/', 'socks5h')).toBeNull();
  await expect.poll(stateOf, { timeout: 20_000 }).toMatchObject({ state: 'blocked' });
  expect(await seenBy('http')).toEqual(nothing);
  expect((await counted()).outside).toEqual([0, 0]);
  expect(await network.seenAs(site.ipv4)).toBe(byMain.ipv4);
  expect((await counted()).outside[0]).toBeGreaterThan(0);
  await network.set({ admissionRefusals: [] });
  await expect.poll(() => seenBy(), { timeout: 60_000 }).toEqual(bySecond);
});

test('without a main tunnel it refuses connections with the reason', async () => {
  await open();
  await expect.poll(() => seenBy(), { timeout: 20_000 }).toEqual(bySecond);
  await network.comet('disconnect');
  expect(await stateOf()).toMatchObject({ state: 'inactive', listens: true });
  const counted = await countElsewhere(['lo']);
  expect(await seenBy()).toEqual(nothing);
  const refusal = await network.inClient(
    ...['curl', '-sS', '-i', '--proxy', `http://127.0.0.1:${port}`, `http://${site.ipv4}/`],
  );
  expect(refusal.stdout).toContain('503 Service Unavailable');
  expect(refusal.stdout).toContain('The tunnel to this location isn’t up');
  expect((await counted()).outside).toEqual([0, 0]);
});

test('a kill of the daemon lets no packet of an open connection leave elsewhere, and the next one has the proxy again', async () => {
  await open();
  await expect.poll(() => seenBy(), { timeout: 20_000 }).toEqual(bySecond);
  const counted = await countElsewhere(['lo', slotLink]);
  // Repeats requests until the proxy is gone.
  const requests = network.inClient(
    ...['sh', '-c', `while curl -sS -m 2 -x socks5://127.0.0.1:${port} http://${site.ipv4}/; do :; done`],
  );
  await network.endDaemon('SIGKILL');
  await requests;
  expect(await seenBy()).toEqual(nothing);
  expect((await counted()).outside).toEqual([0, 0]);
  await network.startDaemon();
  await network.reaches('connected');
  await expect.poll(() => seenBy(), { timeout: 20_000 }).toEqual(bySecond);
  expect((await counted()).outside).toEqual([0, 0]);
});

test('leaves at the location of the main tunnel by this tunnel, also where routes and split tunnelling lead elsewhere', async () => {
  const { tunnel } = await network.snapshot();
  if (tunnel.state !== 'connected') throw new Error('not connected');
  await open(tunnel.place.location);
  await expect.poll(stateOf, { timeout: 20_000 }).toMatchObject({ state: 'active' });
  const nets = [`${site.ipv4}/32`, `${site.ipv6}/128`];
  for (const excluded of nets) await network.comet('split', 'add-network', excluded);
  await network.comet('split', 'exclude');
  await askDaemon(network.socket, 'route.add', {
    ...{ subject: { kind: 'site', site: 'site.example' }, to: secondLocation.code },
  });
  onTestFinished(async () => {
    await network.comet('split', 'off');
    for (const excluded of nets) await network.comet('split', 'remove-network', excluded);
    await askDaemon(network.socket, 'route.remove', { subject: { kind: 'site', site: 'site.example' } });
  });
  const counted = await countElsewhere(['lo', network.link]);
  expect(await seenBy(), network.daemonLog).toEqual(byMain);
  expect((await counted()).outside).toEqual([0, 0]);
  // The control: other programs leave outside by the excluded network, or by the route.
  expect([byMain.ipv4, null]).not.toContain(await network.seenAs(site.ipv4));
  await network.comet('split', 'include');
  expect(await seenBy()).toEqual(byMain);
  expect((await counted()).outside[1]).toBe(0);
});

test('refuses an unknown location, a port in use and destinations in the local network', async () => {
  const unknown = await network.comet('proxy', 'add-location', 'xx-nowhere');
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/location/i) as string });
  await open();
  await expect.poll(() => seenBy(), { timeout: 20_000 }).toEqual(bySecond);
  for (const address of ['127.0.0.1', addresses.lanNeighbour, addresses.tunnel4]) {
    const { stdout } = await network.inClient(
      ...['curl', '-s', '-i', '--proxy', `http://127.0.0.1:${port}`, `http://${address}/`],
    );
    expect(stdout).toContain('403 Forbidden');
  }
  const other = spawn('ip', [
    ...['netns', 'exec', network.client, process.execPath, '-e'],
    "require('node:net').createServer().listen(9102, '127.0.0.1', () => console.log('ready'))",
  ]);
  onTestFinished(() => end(other, 'SIGTERM'));
  await once(other.stdout, 'data');
  const taken = await network.comet('proxy', 'add-location', secondLocation.code, '9102');
  expect(taken.code).not.toBe(0);
  expect(taken.stderr).toContain('Another program is using this port');
});
