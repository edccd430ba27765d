import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TicketClaims } from '@comet/admission';
import type { Admittance } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentProcess, startAgent } from './agent-process.ts';
import type { AdmissionEndpoint, Reply } from './inside/customer.ts';
import { errors, natpmpc } from './natpmpc.ts';
import { peerHandshake, startQbittorrent, startTransmission } from './torrent-clients.ts';
import { type Inside, openTestNet, hosts, run, type TestNet } from './namespaces.ts';
import {
  agentEnvironment,
  enterAll,
  gatewayKey,
  onGateway,
  openTunnel,
  startControlPlane,
} from './whole-agent.ts';

/**
 * Port forwarding with a complete agent and stock clients (natpmpc, Transmission, qBittorrent): one customer in a namespace, another one on
 * the internet's host.
 */

const inner = 8080;
const dedicated = '203.0.113.102';

let net: TestNet;
let atGateway: Inside;
let atClient: Inside;
let atInternet: Inside;
let agent: AgentProcess;
let state = '';
let admissionEndpoint: AdmissionEndpoint;
let serverPublicKey = '';
let keys: { privateKey: string; publicKey: string };
let port = 0;

const clientLink = () => `c${net.id}`;
const otherLink = () => `o${net.id}`;
const gatewayLink = () => `g${net.id}`;
const environment = () => ({
  ...agentEnvironment(gatewayLink(), state),
  FORWARDED_PORTS: '40000-49999',
});
/** For changes that the feed announces; polling would take up to 30 seconds. */
const promptly = { timeout: 5_000, interval: 50 };
const switchTo = (enabled: boolean, blocks: readonly { id: string; address: string; port: number }[] = []) =>
  atGateway.call('control-plane', 'setPortForwarding', { enabled, blocks });
const newKeyPair = () => atClient.call<typeof keys>('customer', 'newKeyPair');

async function request(purpose: string, pair = keys, claims: Partial<TicketClaims> = {}): Promise<Reply> {
  const ticket = await atGateway.call<string>('control-plane', 'ticket', pair.publicKey, claims);
  const given = { ticket, ...pair, serverPublicKey };
  return atClient.call<Reply>('customer', 'requestAdmission', admissionEndpoint, purpose, given);
}

async function admit(pair = keys, claims: Partial<TicketClaims> = {}): Promise<Admittance> {
  const { admittance } = await request('present', pair, claims);
  if (admittance === null) throw new Error('not admitted');
  return admittance;
}

/** Connects the customer, whose servers listen on the address in the tunnel. */
async function connect(): Promise<void> {
  const admitted = await admit();
  await openTunnel(atClient, clientLink(), { privateKey: keys.privateKey, admitted }, [
    '192.0.2.0/24',
    '100.64.0.0/10',
  ]);
  expect(await atClient.call('probes', 'untilPing', '100.64.0.1', true)).not.toBeNull();
  await atClient.call('probes', 'replyWithSource', [admitted.ipv4], inner);
}

const forward = (...args: readonly string[]) => natpmpc(net.namespace.client, ...args);
const overTcp = (at = port, address: string = hosts.gateway.ipv4) =>
  atInternet.call<string>('probes', 'queryTcp', address, at);
const overUdp = (at = port, address: string = hosts.gateway.ipv4) =>
  atInternet.call<string>('probes', 'queryUdp', address, at, 0);

/** The public port that the gateway forwards to a port of the customer; null for none. */
async function publicPortOf(protocol: 'tcp' | 'udp', at: number): Promise<number | null> {
  const map = await onGateway(net, 'nft', 'list', 'map', 'inet', 'comet_gateway', 'forwards4');
  const [, found] = new RegExp(`${protocol} \\. [\\d.]+ \\. (\\d+) : [\\d.]+ \\. ${at}\\b`).exec(map) ?? [];
  return found === undefined ? null : Number(found);
}

/** Whether the gateway forwards the customer's public port to its servers. */
async function isForwarded(protocol: 'tcp' | 'udp'): Promise<boolean> {
  const map = await onGateway(net, 'nft', 'list', 'map', 'inet', 'comet_gateway', 'forwards4');
  return new RegExp(`${protocol} \\. [\\d.]+ \\. ${port} : `).test(map);
}

/** Counts the gateway's successful responses to a PCP request for a port (RFC 6887 §7.2, §11.1): NAT-PMP has another version. */
async function countPcpMappings(at: number): Promise<() => Promise<number>> {
  const ofMapping = `udp sport 5351 @th,64,32 0x02810000 @th,384,16 ${at}`;
  const chain = `{ type filter hook output priority 0; ${ofMapping} counter; }`;
  const table = `pcp${at}`;
  await onGateway(net, 'nft', `table ip ${table} { chain output ${chain}; }`);
  return async () => {
    const rules = await onGateway(net, 'nft', 'list', 'table', 'ip', table);
    return Number(/counter packets (\d+)/.exec(rules)?.[1]);
  };
}

const outside = new RegExp(`^${hosts.server.ipv4.replaceAll('.', '\\.')} \\d+$`);

beforeAll(async () => {
  net = await openTestNet();
  [atGateway, atClient, atInternet] = await enterAll(net);
  const { gateway, internet } = net.namespace;
  // The host on the internet has a source address that the customer reaches through the tunnel.
  for (const address of [hosts.gateway.ipv4, dedicated])
    await run('ip', '-n', internet, 'route', 'add', address, 'dev', 'to-gateway', 'src', hosts.server.ipv4);
  await run('ip', '-n', gateway, 'address', 'add', `${dedicated}/24`, 'dev', 'eth0');
  const certificateAuthority = await startControlPlane(atGateway);
  state = join(await mkdtemp(join(tmpdir(), 'comet-gateway-')), 'state');
  agent = startAgent(gateway, { ...environment(), ENROL_TOKEN: 'one-time' });
  await agent.logged('The gateway is ready');
  const serverName = 'gateway.comet.test';
  admissionEndpoint = { host: hosts.gateway.ipv4, port: 443, serverName, certificateAuthority };
  serverPublicKey = await gatewayKey(net, gatewayLink());
  keys = await newKeyPair();
  await connect();
});

afterAll(async () => {
  await atClient.call('customer', 'lowerTunnel', clientLink());
  await atInternet.call('customer', 'lowerTunnel', otherLink());
  await agent.end('SIGTERM');
  await net.close();
  await rm(join(state, '..'), { recursive: true, force: true });
});

test('refuses while the location does not have the feature', async () => {
  expect(await forward('-a', '0', String(inner), 'tcp', '3600')).toMatchObject({
    port: null,
    result: errors.notAuthorised,
  });
});

test('a host on the internet reaches the customer over TCP and UDP, with its own address', async () => {
  await switchTo(true);
  const mapped = () => forward('-a', '0', String(inner), 'tcp', '3600');
  await expect.poll(async () => (await mapped()).port, promptly).not.toBeNull();
  const tcp = await mapped();
  expect(tcp.address).toBe(hosts.gateway.ipv4);
  expect(tcp.lifetime).toBe(3600);
  port = tcp.port ?? 0;
  expect(port >= 40_000 && port <= 49_999).toBe(true);
  expect(await overTcp()).toMatch(outside);
  expect(await overUdp()).toBe('');
  expect((await forward('-a', '0', String(inner), 'udp', '3600')).port).toBe(port);
  expect(await overUdp()).toMatch(outside);
});

test('no other port reaches the customer, and the gateway’s own port is unreachable from the internet', async () => {
  expect(await overTcp(port === 49_999 ? 40_000 : port + 1)).toMatch(/ECONNREFUSED/);
  expect(await overUdp(5351)).toBe('');
});

test('a deleted mapping is closed at once, and the other protocol stays', async () => {
  expect((await forward('-a', '0', String(inner), 'tcp', '0')).result).toBe(0);
  expect(await overTcp()).toMatch(/ECONNREFUSED/);
  expect(await overUdp()).toMatch(outside);
  expect((await forward('-a', '0', String(inner), 'tcp', '3600')).port).toBe(port);
  expect(await overTcp()).toMatch(outside);
});

test('an ended mapping ends its open flows too', async () => {
  const flow = () => atInternet.call<string>('probes', 'queryUdp', hosts.gateway.ipv4, port, 5555);
  expect(await flow()).toMatch(outside);
  expect((await forward('-a', '0', String(inner), 'udp', '0')).result).toBe(0);
  expect(await flow()).toBe('');
  expect((await forward('-a', '0', String(inner), 'udp', '3600')).port).toBe(port);
  expect(await flow()).toMatch(outside);
});

test('switching the location off closes the ports at once, and on again opens the same ones without a request', async () => {
  const flow = () => atInternet.call<string>('probes', 'queryUdp', hosts.gateway.ipv4, port, 5556);
  expect(await flow()).toMatch(outside);
  await switchTo(false);
  await expect.poll(() => isForwarded('tcp'), promptly).toBe(false);
  await expect.poll(() => overTcp()).toMatch(/ECONNREFUSED/);
  expect(await flow()).toBe('');
  expect((await forward('-a', '0', String(inner), 'tcp', '3600')).result).toBe(errors.notAuthorised);
  await switchTo(true);
  await expect.poll(() => isForwarded('tcp'), promptly).toBe(true);
  expect(await isForwarded('udp')).toBe(true);
  expect(await overTcp()).toMatch(outside);
  // Although the same flow had sent datagrams while the port was closed.
  await expect.poll(flow).toMatch(outside);
});

test('another customer does not get the port, and has own ones', async () => {
  const other = await newKeyPair();
  const admitted = await admit(other, { sub: 'b'.repeat(22) });
  await openTunnel(atInternet, otherLink(), { privateKey: other.privateKey, admitted }, ['100.64.0.0/10']);
  await atInternet.call('probes', 'untilPing', '100.64.0.1', true);
  const mapped = await natpmpc(net.namespace.internet, '-a', String(port), String(inner), 'tcp', '600');
  expect(mapped.port).not.toBeNull();
  expect(mapped.port).not.toBe(port);
  expect(await overTcp()).toMatch(outside);
});

test('a sixth port is refused', async () => {
  for (let at = 1; at < 5; at += 1)
    expect((await forward('-a', '0', String(inner + at), 'tcp', '600')).port).not.toBeNull();
  expect(await forward('-a', '0', '9000', 'tcp', '600')).toMatchObject({
    port: null,
    result: errors.outOfResources,
  });
  for (let at = 1; at < 5; at += 1) await forward('-a', '0', String(inner + at), 'tcp', '0');
});

test('a restarted agent forwards the same ports, and its file has no exact time', async () => {
  await agent.end('SIGUSR2');
  const { ports } = JSON.parse(await readFile(join(state, 'ports.json'), 'utf8')) as {
    ports: { leases: { tcp?: { until: number } } }[];
  };
  expect(ports.every(({ leases }) => (leases.tcp?.until ?? 0) % 3600 === 0)).toBe(true);
  agent = startAgent(net.namespace.gateway, environment());
  await agent.logged('The gateway is ready');
  expect(await overTcp()).toMatch(outside);
  expect(await overUdp()).toMatch(outside);
});

test('the ports of an ended session are closed, and its customer gets them back after a reconnect', async () => {
  expect((await request('release')).status).toBe(204);
  await expect.poll(() => overTcp()).toMatch(/ECONNREFUSED/);
  const rules = await onGateway(net, 'nft', 'list', 'map', 'inet', 'comet_gateway', 'forwards4');
  expect(rules).not.toContain(` ${port} :`);
  await atClient.call('customer', 'lowerTunnel', clientLink());
  keys = await newKeyPair();
  await connect();
  expect((await forward('-a', '0', String(inner), 'tcp', '3600')).port).toBe(port);
  expect(await overTcp()).toMatch(outside);
});

test('a session that changes to a dedicated IP loses its ports, and gets ports of that address', async () => {
  await admit(keys, { exit: { kind: 'address', address: dedicated } });
  await expect.poll(() => overTcp()).toMatch(/ECONNREFUSED/);
  const mapped = await forward('-a', String(port), String(inner), 'tcp', '3600');
  expect(mapped).toMatchObject({ address: dedicated, port });
  expect(await overTcp(port, dedicated)).toMatch(outside);
  expect(await overTcp()).toMatch(/ECONNREFUSED/);
  await admit();
  await expect.poll(() => overTcp(port, dedicated)).toMatch(/ECONNREFUSED/);
  expect((await forward('-a', '0', String(inner), 'tcp', '3600')).port).toBe(port);
});

test('Transmission by NAT-PMP and qBittorrent by PCP map their ports and respond to peers on the internet', async () => {
  const { client } = net.namespace;
  const atRouter = (...args: readonly string[]) => run('ip', '-n', client, 'route', 'replace', ...args);
  await atRouter(hosts.gateway.ipv4, 'via', hosts.client.ipv4.replace(/\d+$/, '1'));
  await atRouter('default', 'via', '100.64.0.1', 'dev', clientLink(), 'onlink');
  const folder = join(state, '..');
  const [pcpOfTransmission, pcpOfQbittorrent] = [
    await countPcpMappings(51_413),
    await countPcpMappings(51_414),
  ];
  const clients = [
    { at: 51_413, hasUdp: false, program: await startTransmission(client, folder, 51_413) },
    { at: 51_414, hasUdp: true, program: await startQbittorrent(client, folder, 51_414) },
  ];
  for (const { at, hasUdp, program } of clients) {
    const mapped = () => publicPortOf('tcp', at);
    await expect.poll(mapped, { timeout: 30_000, interval: 500 }).not.toBeNull();
    const response = () =>
      atInternet
        .call<string>('probes', 'sendTcp', hosts.gateway.ipv4, publicPort, peerHandshake)
        .catch(() => '');
    const publicPort = await mapped();
    // The torrent is added after the program listens.
    await expect
      .poll(response, { timeout: 15_000 })
      .toContain(Buffer.from('BitTorrent protocol').toString('hex'));
    expect(await publicPortOf('udp', at)).toBe(hasUdp ? publicPort : null);
    await program.quit();
  }
  expect(await pcpOfTransmission()).toBe(0);
  expect(await pcpOfQbittorrent()).toBeGreaterThan(0);
});

test('an operator’s block ends the ports of the holder, who gets no others', async () => {
  const blocks = [{ id: '0b9b0a8e-6c1b-4a52-9a4e-0d5f3f0a6d11', address: hosts.gateway.ipv4, port }];
  await switchTo(true, blocks);
  await expect.poll(() => isForwarded('tcp'), promptly).toBe(false);
  await expect.poll(() => overTcp()).toMatch(/ECONNREFUSED/);
  expect(await forward('-a', '0', String(inner), 'tcp', '3600')).toMatchObject({
    port: null,
    result: errors.notAuthorised,
  });
});
