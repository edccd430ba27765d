import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subjectWith, type TicketClaims } from '@comet/admission';
import type { Admittance } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedFile } from '../src/features/feed/index.ts';
import type { LeasesFile } from '../src/features/leases/index.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';
import type { AdmissionEndpoint, Reply } from './inside/customer.ts';
import { type Inside, openTestNet, hosts, run, type TestNet } from './namespaces.ts';
import {
  agentEnvironment,
  enterAll,
  gatewayKey,
  onGateway,
  openTunnel,
  startControlPlane,
} from './whole-agent.ts';

/** The whole agent against a control plane in its namespace and a customer across the internet. */

const admissionPort = 443;
const anyPort = 7;
const now = () => Math.floor(Date.now() / 1000);

let net: TestNet;
let atGateway: Inside;
let atClient: Inside;
let atInternet: Inside;
let agent: AgentProcess;
let state = '';
let admissionEndpoint: AdmissionEndpoint;
let serverPublicKey = '';
let keys: { privateKey: string; publicKey: string };
let admitted: Admittance;

const clientLink = () => `c${net.id}`;
const gatewayLink = () => `g${net.id}`;
const environment = (additions: Readonly<Record<string, string>> = {}) => ({
  ...agentEnvironment(gatewayLink(), state),
  ADMISSION_PORT: String(admissionPort),
  ...additions,
});

const ticketFor = (publicKey: string, claims: Partial<TicketClaims> = {}, by = 'us') =>
  atGateway.call<string>('control-plane', 'ticket', publicKey, claims, by);
const requestAdmission = (purpose: string, ticket: string, pair = keys) =>
  atClient.call<Reply>('customer', 'requestAdmission', admissionEndpoint, purpose, {
    ticket,
    ...pair,
    serverPublicKey,
  });
const present = async (claims: Partial<TicketClaims> = {}, pair = keys) =>
  requestAdmission('present', await ticketFor(pair.publicKey, claims), pair);
const untilPing = (address: string, probeReplies: boolean) =>
  atClient.call<number | null>('probes', 'untilPing', address, probeReplies);
const echoes = (address: string) => atClient.call<number>('probes', 'echoes', address, 3);
const saved = async <T>(file: string) => JSON.parse(await readFile(join(state, file), 'utf8')) as T;
const newKeyPair = () => atClient.call<typeof keys>('customer', 'newKeyPair');

beforeAll(async () => {
  net = await openTestNet();
  [atGateway, atClient, atInternet] = await enterAll(net);
  state = join(await mkdtemp(join(tmpdir(), 'comet-gateway-')), 'state');
  await atInternet.call('probes', 'replyWithSource', Object.values(hosts.server), anyPort);
  await atInternet.call('probes', 'replyWithSource', Object.values(hosts.server), 53);
  keys = await newKeyPair();
});

afterAll(async () => {
  await atClient.call('customer', 'lowerTunnel', clientLink());
  await agent.end('SIGTERM');
  await net.close();
  await rm(join(state, '..'), { recursive: true, force: true });
});

test('a gateway without a token reports what it needs', async () => {
  const lost = startAgent(net.namespace.gateway, environment());
  expect(await lost.ended).toBe(1);
  expect(lost.log()).toContain('This gateway is not enrolled: set ENROL_TOKEN');
});

test('a gateway started before its control plane waits, then enrols', async () => {
  agent = startAgent(net.namespace.gateway, environment({ ENROL_TOKEN: 'one-time' }));
  await agent.logged('does not answer yet');
  const certificateAuthority = await startControlPlane(atGateway, 6);
  await agent.logged('The gateway is ready');
  const serverName = 'gateway.comet.test';
  admissionEndpoint = { host: hosts.gateway.ipv4, port: admissionPort, serverName, certificateAuthority };
  const identity = await saved<Record<string, string>>('identity.json');
  serverPublicKey = await gatewayKey(net, gatewayLink());
  expect(Object.keys(identity)).toContain('wireguardPrivateKey');
  expect(agent.log()).not.toContain(identity.credential);
});

test('forgets an idle TCP connection after 124 minutes, not after five days', async () => {
  const timeout = 'net.netfilter.nf_conntrack_tcp_timeout_established';
  expect((await onGateway(net, 'sysctl', '-n', timeout)).trim()).toBe('7440');
});

test('rejects a used token with a message', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'comet-gateway-'));
  const used = environment({ ENROL_TOKEN: 'one-time', STATE_DIR: elsewhere });
  const second = startAgent(net.namespace.gateway, used);
  expect(await second.ended).toBe(1);
  expect(second.log()).toContain('The control plane refused to enrol this gateway');
  await rm(elsewhere, { recursive: true });
});

test("renews the admission endpoint's certificate before its expiry while the endpoint stays open", async () => {
  await agent.logged('The certificate and the credential were renewed');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const reply = await atClient.call<Reply>('customer', 'send', admissionEndpoint, 'GET', '/', '');
  expect(reply.code).toBe('not_found');
});

test('admits a ticket with a proof, and traffic leaves by the gateway', async () => {
  const reply = await present();
  expect(reply.status).toBe(200);
  admitted = reply.admittance as Admittance;
  expect(admitted.serverPublicKey).toBe(serverPublicKey);
  expect(admitted.dns).toEqual(['100.64.0.1']);
  const through = ['192.0.2.0/24', '2001:db8:0:3::/64', '10.0.0.0/8', 'fd00::/8', '100.64.0.0/10'];
  await openTunnel(atClient, clientLink(), { privateKey: keys.privateKey, admitted }, through);
  expect(await untilPing(hosts.server.ipv4, true)).not.toBeNull();
  const query = (probe: string, address: string) =>
    atClient.call<string>('probes', probe, address, anyPort, 0);
  expect(await query('queryTcp', hosts.server.ipv4)).toMatch(`${hosts.gateway.ipv4} `);
  expect(await query('queryUdp', hosts.server.ipv4)).toMatch(`${hosts.gateway.ipv4} `);
  expect(await query('queryTcp', hosts.server.ipv6)).toMatch(`${hosts.gateway.ipv6} `);
  expect(await query('queryUdp', hosts.server.ipv6)).toMatch(`${hosts.gateway.ipv6} `);
});

test('serves metrics on the loopback alone, and they name no customer', async () => {
  const scrape = (address: string) =>
    onGateway(net, 'curl', '--silent', '--max-time', '3', `http://${address}:9465/metrics`);
  const text = await scrape('127.0.0.1');
  expect(text).toContain('\ncomet_gateway_tunnels{protocol="wireguard"} 1\n');
  expect(text).toContain('\ncomet_gateway_feed_fault 0\n');
  for (const secret of [keys.publicKey, admitted.ipv4, hosts.client.ipv4]) expect(text).not.toContain(secret);
  await expect(scrape(hosts.gateway.ipv4)).rejects.toThrow('curl');
});

test("DNS queries reach the operator's resolver, over UDP and TCP", async () => {
  const probeReply = (probe: string) => atClient.call<string>('probes', probe, '100.64.0.1', 53, 0);
  expect(await probeReply('queryUdp')).toMatch(hosts.gateway.ipv4);
  expect(await probeReply('queryTcp')).toMatch(hosts.gateway.ipv4);
});

test('a customer cannot choose its public port, and gets none of ours', async () => {
  const source = await atClient.call<string>('probes', 'queryUdp', hosts.server.ipv4, anyPort, 51_820);
  expect(source).toMatch(hosts.gateway.ipv4);
  expect(source).not.toMatch(/ 51820$/);
});

test('customers cannot reach networks behind the gateway, its services, or each other', async () => {
  const canReach = (inside: Inside, address: string) => inside.call<boolean>('probes', 'ping', address, 2);
  for (const address of [hosts.private.ipv4, hosts.private.ipv6]) {
    expect(await canReach(atGateway, address)).toBe(true);
    expect(await canReach(atClient, address)).toBe(false);
  }
  expect(await canReach(atClient, '100.64.0.1')).toBe(true);
  expect(await atClient.call('probes', 'queryTcp', '100.64.0.1', 4800)).toMatch(/^failed/);
  const other = await newKeyPair();
  const neighbour = await present({ sub: 'b'.repeat(22) }, other);
  expect(await canReach(atClient, neighbour.admittance?.ipv4 ?? '')).toBe(false);
});

test('refuses an invalid presentation with the code of its error', async () => {
  const other = await newKeyPair();
  const codes = async (reply: Promise<Reply>) => {
    const { status, code } = await reply;
    return `${status} ${code}`;
  };
  const own = await ticketFor(keys.publicKey);
  expect(await codes(requestAdmission('present', own, { ...keys, privateKey: other.privateKey }))).toBe(
    '403 proof_invalid',
  );
  expect(await codes(requestAdmission('present', own, other))).toBe('403 proof_invalid');
  expect(await codes(present({ aud: 'another' }))).toBe('403 ticket_wrong_gateway');
  expect(await codes(present({ iat: now() - 1_000 }))).toBe('403 ticket_expired');
  expect(await codes(present({ iat: now() + 1_000 }))).toBe('403 ticket_not_yet_valid');
  expect(await codes(requestAdmission('present', await ticketFor(keys.publicKey, {}, 'stranger')))).toBe(
    '403 ticket_invalid',
  );
  expect(await codes(present({ sub: 'c'.repeat(22) }))).toBe('409 key_taken');
  expect(await codes(present({ iat: now() - 60 }))).toBe('403 ticket_superseded');
  const raw = (method: string, path: string, body: string) =>
    codes(atClient.call<Reply>('customer', 'send', admissionEndpoint, method, path, body));
  expect(await raw('POST', '/v1/peers', '{')).toBe('400 malformed');
  expect(await raw('POST', '/v1/peers', 'x'.repeat(10_000))).toBe('400 malformed');
  expect(await raw('GET', '/v1/peers', '')).toBe('404 not_found');
  expect(await raw('GET', '/', '')).toBe('404 not_found');
  expect(await untilPing(hosts.server.ipv4, true)).not.toBeNull();
});

test('a renewed ticket keeps the addresses, and traffic continues', async () => {
  const renewed = await present({ sessionUntil: now() + 30_000 });
  expect(renewed.admittance?.ipv4).toBe(admitted.ipv4);
  expect(await untilPing(hosts.server.ipv4, true)).not.toBeNull();
});

test('closes connections with incomplete requests, and admits others meanwhile', async () => {
  const idle = atClient.call<number>('customer', 'slowLoris', admissionEndpoint, 40, 9_000);
  expect((await present({ sessionUntil: now() + 40_000 })).status).toBe(200);
  expect(await idle).toBe(0);
});

test('tunnels continue while the agent is replaced or has crashed, also without the control plane', async () => {
  await atGateway.call('control-plane', 'stop');
  const wg = ['wg', 'show', gatewayLink(), 'latest-handshakes'];
  const handshakes = async () => (await onGateway(net, ...wg)).split('\n').toSorted();
  const before = await handshakes();
  for (const signal of ['SIGUSR2', 'SIGKILL'] as const) {
    await agent.end(signal);
    expect(await echoes(hosts.server.ipv4)).toBe(3);
    agent = startAgent(net.namespace.gateway, environment());
    await agent.logged('The gateway is ready');
    expect(await echoes(hosts.server.ipv4)).toBe(3);
  }
  expect(await handshakes()).toEqual(before);
  expect((await present({ sessionUntil: now() + 50_000 })).status).toBe(200);
});

test('detects a missed change by the heartbeat and requests a snapshot', async () => {
  await startControlPlane(atGateway);
  await agent.logged('reconnecting');
  const observed = () =>
    atGateway.call<{ following: number; cursors: string[] }>('control-plane', 'observed');
  await expect.poll(async () => (await observed()).following, { timeout: 20_000 }).toBe(1);
  const { cursors } = await observed();
  await atGateway.call('control-plane', 'revokeSilently', 'b'.repeat(22), now() + 1);
  await expect
    .poll(async () => (await observed()).cursors.slice(cursors.length), { timeout: 20_000 })
    .toContain('0');
  expect(await untilPing(hosts.server.ipv4, true)).not.toBeNull();
});

test('a release frees the addresses, and can be repeated', async () => {
  const pair = await newKeyPair();
  const ticket = await ticketFor(pair.publicKey, { sub: 'd'.repeat(22) });
  const first = await requestAdmission('present', ticket, pair);
  expect(first.status).toBe(200);
  const byAnother = await requestAdmission('release', ticket, { ...pair, privateKey: keys.privateKey });
  expect(byAnother.code).toBe('proof_invalid');
  expect((await requestAdmission('release', ticket, pair)).status).toBe(204);
  expect((await requestAdmission('release', ticket, pair)).status).toBe(204);
  const again = await requestAdmission('present', ticket, pair);
  expect(again.status).toBe(200);
  expect(again.admittance?.ipv4).not.toBe(first.admittance?.ipv4);
});

test('a revocation of an account ends its sessions and invalidates its tickets', async () => {
  const key = 'k'.repeat(43);
  const pair = await newKeyPair();
  const identity = await saved<{ gatewayId: string }>('identity.json');
  const ticket = await ticketFor(pair.publicKey, { sub: subjectWith(key, identity.gatewayId) });
  expect((await requestAdmission('present', ticket, pair)).status).toBe(200);
  const peers = () => onGateway(net, 'wg', 'show', gatewayLink(), 'peers');
  expect(await peers()).toContain(pair.publicKey);
  await atGateway.call('control-plane', 'revokeAccount', key, now() + 1);
  await expect.poll(peers).not.toContain(pair.publicKey);
  expect((await requestAdmission('present', ticket, pair)).code).toBe('ticket_revoked');
});

test('a revocation stops the traffic and invalidates the ticket', async () => {
  expect(await untilPing(hosts.server.ipv4, true)).not.toBeNull();
  await atGateway.call('control-plane', 'revoke', 'a'.repeat(22), now() + 1);
  expect(await untilPing(hosts.server.ipv4, false)).not.toBeNull();
  expect((await present({ iat: now() - 5 })).code).toBe('ticket_revoked');
});

test('neither log nor saved state identifies customers or their addresses', async () => {
  const text = agent.log() + (await readFile(join(state, 'leases.json'), 'utf8'));
  expect(text).not.toContain(hosts.client.ipv4);
  for (const secret of [keys.publicKey, 'a'.repeat(22), admitted.ipv4])
    expect(agent.log()).not.toContain(secret);
});

test('a gateway without the feed for 72 hours admits and keeps no session', async () => {
  await agent.end('SIGTERM');
  await atGateway.call('control-plane', 'stop');
  expect((await saved<LeasesFile>('leases.json')).leases).not.toEqual([]);
  const feed = await saved<FeedFile>('feed.json');
  await writeFile(join(state, 'feed.json'), JSON.stringify({ ...feed, receivedAt: now() - 73 * 3600 }));
  agent = startAgent(net.namespace.gateway, environment());
  await agent.logged('The gateway is ready');
  expect((await present({ sub: 'e'.repeat(22) })).code).toBe('gateway_stale');
  const wg = ['wg', 'show', gatewayLink(), 'peers'];
  expect(await onGateway(net, ...wg)).toBe('');
});

test('SIGTERM removes the interface and the rules', async () => {
  expect(await agent.end('SIGTERM')).toBe(0);
  const links = await run('ip', '-n', net.namespace.gateway, '-o', 'link');
  expect(links).not.toContain(gatewayLink());
  const rules = await onGateway(net, 'nft', 'list', 'ruleset');
  expect(rules).not.toContain('comet_gateway');
});
