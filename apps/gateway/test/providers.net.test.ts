import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExitClaim, TicketClaims } from '@comet/admission';
import type { Admittance } from '@comet/contract';
import { relayProgram, listenerProgram } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentProcess, startAgent } from './agent-process.ts';
import type { AdmissionEndpoint, Reply } from './inside/customer.ts';
import { errors, natpmpc } from './natpmpc.ts';
import { type Inside, openTestNet, hosts, run, type TestNet } from './namespaces.ts';
import { agentEnvironment, enterAll, gatewayKey, openTunnel, startControlPlane } from './whole-agent.ts';

/** A tunnel that leaves through a provider's endpoint, with a complete agent: source addresses, refusals, and metering. */

const ports = { echo: 7, bytes: 9_000, socks: 1_080, http: 3_128 };
/** Blocked ports: mail, and a port blocked by the rules of the providers. */
const forbidden = [25, 22];
/** Source addresses of the two providers. */
const lines = { socks: '192.0.2.90', http: '192.0.2.91' };
const funded = 3_000_000;
const pool: ExitClaim = {
  ...{ kind: 'pool', use: 'native', country: 'US', city: null, whenEmpty: 'block' },
  purse: '00000000-0000-4000-8000-0000000000aa',
};

/** Matches results of `queryTcp` for a refused connection, not for a timeout. */
const isRefused = /^failed: (?!timeout)/;

let net: TestNet;
let atGateway: Inside;
let atClient: Inside;
let atInternet: Inside;
let agent: AgentProcess;
let state = '';
let admissionEndpoint: AdmissionEndpoint;
let keys: { privateKey: string; publicKey: string };
let serverPublicKey = '';

const clientLink = () => `c${net.id}`;
const gatewayLink = () => `g${net.id}`;
const query = (address: string, port = ports.echo) =>
  atClient.call<string>('probes', 'queryTcp', address, port);
const queryBriefly = () =>
  atClient.call<string>('probes', 'queryTcpWithin', hosts.server.ipv4, ports.echo, 300);
const fetched = (count: number) =>
  atClient.call<number>('probes', 'fetchBytes', hosts.server.ipv4, ports.bytes, count);
const nothing = { address: null, port: null, lifetime: null };
const forward = () => natpmpc(net.namespace.client, '-a', '0', '8080', 'tcp', '600');
const spent = () => atGateway.call<number>('control-plane', 'usedBytes');
const upstreams = async () =>
  (await atGateway.call<{ upstreams: unknown[] }>('control-plane', 'observed')).upstreams;

async function present(exit: ExitClaim, claims: Partial<TicketClaims> = {}): Promise<Admittance | null> {
  const ticket = await atGateway.call<string>('control-plane', 'ticket', keys.publicKey, { exit, ...claims });
  const given = { ticket, ...keys, serverPublicKey };
  return (await atClient.call<Reply>('customer', 'requestAdmission', admissionEndpoint, 'present', given))
    .admittance;
}

async function addProvider(protocol: 'http' | 'socks5', host: string, port: number): Promise<void> {
  await atInternet.call('provider', 'startProvider', protocol, host, port);
  await atGateway.call('control-plane', 'grantUpstream', protocol, host, port);
}

async function killProxy(): Promise<void> {
  // Other processes may end during the loop.
  for (const pid of (await run('ip', 'netns', 'pids', net.namespace.gateway)).split('\n').filter(Boolean))
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('main.proxy.ts'))
      process.kill(Number(pid), 'SIGKILL');
}

beforeAll(async () => {
  net = await openTestNet();
  [atGateway, atClient, atInternet] = await enterAll(net);
  for (const line of Object.values(lines))
    await run('ip', '-n', net.namespace.internet, 'address', 'add', `${line}/32`, 'dev', 'lo');
  for (const port of [ports.echo, ...forbidden])
    await atInternet.call('probes', 'replyWithSource', Object.values(hosts.server), port);
  await atInternet.call('sites', 'serveBytes', hosts.server.ipv4, ports.bytes);
  await atInternet.call('sites', 'serveNames', hosts.server.ipv4);
  const certificateAuthority = await startControlPlane(atGateway);
  await atGateway.call('control-plane', 'setBalance', funded);
  await atGateway.call('control-plane', 'setPortForwarding', { enabled: true, blocks: [] });
  state = join(await mkdtemp(join(tmpdir(), 'comet-gateway-')), 'state');
  agent = startAgent(net.namespace.gateway, {
    ...agentEnvironment(gatewayLink(), state),
    ENROL_TOKEN: 'one-time',
    LISTENER_PROGRAM: listenerProgram,
    RELAY_PROGRAM: relayProgram,
    // The test network (RFC 5737) acts as the internet.
    PROXY_EXCEPT: '192.0.2.0/24',
    FORWARDED_PORTS: '40000-49999',
  });
  await agent.logged('The gateway is ready');
  admissionEndpoint = {
    host: hosts.gateway.ipv4,
    port: 443,
    serverName: 'gateway.comet.test',
    certificateAuthority,
  };
  serverPublicKey = await gatewayKey(net, gatewayLink());
  keys = await atClient.call('customer', 'newKeyPair');
});

afterAll(async () => {
  await atClient.call('customer', 'lowerTunnel', clientLink());
  await agent.end('SIGTERM');
  await net.close();
  await rm(join(state, '..'), { recursive: true, force: true });
});

test('reports a working endpoint as usable for tunnels, and a tunnel through it opens', async () => {
  await addProvider('socks5', lines.socks, ports.socks);
  await expect.poll(upstreams, { timeout: 20_000 }).toEqual([{ live: true, tunnels: true }]);
  const admitted = await present(pool);
  const through = ['192.0.2.0/24', '2001:db8:0:3::/64', '10.0.0.0/8', '100.64.0.0/10'];
  await openTunnel(atClient, clientLink(), { privateKey: keys.privateKey, admitted }, through);
  expect(await atClient.call('probes', 'untilPing', '100.64.0.1', true)).not.toBeNull();
});

test('sites and the resolver see the provider’s address, and the provider a single session token', async () => {
  expect(await query(hosts.server.ipv4)).toMatch(`${lines.socks} `);
  expect(await atClient.call('probes', 'queryTxt', '100.64.0.1', 'whoami.comet.test')).toBe(lines.socks);
  const users = (port: number) => atInternet.call<string[]>('provider', 'usersFor', hosts.server.ipv4, port);
  expect(await users(ports.echo)).toEqual([expect.stringMatching(/^comet-us-[0-9a-f]{12}$/)]);
  expect(await users(53)).toEqual(await users(ports.echo));
});

test('refuses unsupported protocols and blocked destinations at once', async () => {
  // A browser tries QUIC and IPv6 to many hosts at once; each attempt must be refused, so that it falls back.
  expect(await atClient.call('probes', 'refusalsOfUdp', hosts.server.ipv4, 40)).toBe(40);
  expect(await atClient.call('probes', 'refusalsOfTcp', hosts.server.ipv6, 40)).toBe(40);
  expect(await atClient.call('probes', 'refusalOfUdp', hosts.server.ipv4, 53)).toMatch('ECONNREFUSED');
  for (const address of [hosts.server.ipv6, hosts.private.ipv4])
    expect(await query(address)).toMatch(isRefused);
  for (const port of forbidden) expect(await query(hosts.server.ipv4, port)).toMatch(isRefused);
  expect(await atClient.call('probes', 'ping', hosts.server.ipv4, 1)).toBe(false);
});

test('the gateway itself stays reachable', async () => {
  expect(await atClient.call('probes', 'ping', '100.64.0.1', 1)).toBe(true);
  expect(await present(pool, { sessionUntil: Math.floor(Date.now() / 1000) + 30_000 })).not.toBeNull();
  expect(await query(hosts.server.ipv4)).toMatch(`${lines.socks} `);
});

test('never forwards a port to a session that leaves by a provider', async () => {
  expect(await forward()).toEqual({ ...nothing, result: errors.notAuthorised });
  const rules = await run('ip', 'netns', 'exec', net.namespace.gateway, 'nft', 'list', 'ruleset');
  expect(rules).toContain('map forwards4');
  expect(rules).not.toMatch(/forwards4 \{[^}]*elements/);
});

test('charges both directions to the quota leases, once', async () => {
  const before = await spent();
  expect(await fetched(1_000_000)).toBe(1_000_000);
  await expect.poll(async () => (await spent()) - before, { timeout: 12_000 }).toBeGreaterThan(1_000_000);
  expect((await spent()) - before).toBeLessThan(1_150_000);
});

test('replaces a silent or failed provider within five seconds, never falls back to the gateway’s address, and uses a recovered provider again', async () => {
  await addProvider('http', lines.http, ports.http);
  await expect.poll(async () => (await upstreams()).length, { timeout: 10_000 }).toBe(2);
  const areLive = async () => (await upstreams()).every((one) => (one as { live: boolean }).live);
  await expect.poll(areLive, { timeout: 10_000 }).toBe(true);
  const nft = ['netns', 'exec', net.namespace.internet, 'nft', 'add'] as const;
  await run('ip', ...nft, 'table inet cut; add chain inet cut in { type filter hook input priority 0; }');
  await run('ip', ...nft, `rule inet cut in ip daddr ${lines.socks} drop`);
  const failed = performance.now();
  while (!(await queryBriefly()).startsWith(`${lines.http} `))
    expect(performance.now() - failed).toBeLessThan(5_000);
  await atInternet.call('provider', 'mute', ports.http, true);
  const muted = performance.now();
  while (!/EHOSTUNREACH|ENETUNREACH/.test(await queryBriefly()))
    expect(performance.now() - muted).toBeLessThan(5_000);
  expect(await fetched(1_000)).toBe(0);
  await run('ip', 'netns', 'exec', net.namespace.internet, 'nft', 'delete', 'table', 'inet', 'cut');
  await expect.poll(() => query(hosts.server.ipv4), { timeout: 10_000 }).toMatch(`${lines.socks} `);
  await atInternet.call('provider', 'mute', ports.http, false);
  await expect.poll(areLive, { timeout: 10_000 }).toBe(true);
  await atInternet.call('provider', 'fail', ports.http);
  expect(await atInternet.call('sites', 'sourcesSeen')).not.toContain(hosts.gateway.ipv4);
});

test('blocks traffic while the proxy process restarts', async () => {
  await killProxy();
  expect(await query(hosts.server.ipv4)).toMatch(/^failed/);
  await expect.poll(() => query(hosts.server.ipv4), { timeout: 20_000 }).toMatch(`${lines.socks} `);
  expect(await atInternet.call('sites', 'sourcesSeen')).not.toContain(hosts.gateway.ipv4);
});

test('blocks traffic at zero quota, and reports every bought byte as used', async () => {
  // After the restart of the process, an early connection may end with a change of the route, before zero.
  let forwarded = 0;
  const spentAll = async () => {
    forwarded += await fetched(2 * funded);
    return spent();
  };
  await expect.poll(spentAll, { timeout: 25_000, interval: 1_000 }).toBe(funded);
  expect(forwarded).toBeLessThan(funded);
  expect(await query(hosts.server.ipv4)).toMatch(/^failed/);
  expect(await atInternet.call('sites', 'sourcesSeen')).not.toContain(hosts.gateway.ipv4);
});

test('customers with the standard exit as fallback leave by the gateway', async () => {
  const sessionUntil = Math.floor(Date.now() / 1000) + 40_000;
  expect(await present({ ...pool, whenEmpty: 'standard' }, { sessionUntil })).not.toBeNull();
  expect(await query(hosts.server.ipv4)).toMatch(`${hosts.gateway.ipv4} `);
  expect(await forward()).toEqual({ ...nothing, result: errors.notAuthorised });
});

test('the log contains no customer, no password of a provider and no destination', () => {
  for (const secret of [hosts.client.ipv4, hosts.server.ipv4, 'of-the-provider', keys.publicKey])
    expect(agent.log()).not.toContain(secret);
});
