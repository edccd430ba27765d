import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Admittance } from '@comet/contract';
import { transportProgram } from '@comet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { childOf } from './child-of.ts';
import type { AdmissionEndpoint, Reply } from './inside/customer.ts';
import { type Inside, openTestNet, hosts, run, type TestNet } from './namespaces.ts';
import { captureUdp } from './capture-udp.ts';
import { processesInside } from './programs-inside.ts';
import { passOnly, quicTo, scrambledTo, shadowsocksTo, startSessionAt } from './transport-configs.ts';
import { startTransportClient, type TransportClient } from './transport-client.ts';
import {
  agentEnvironment,
  enterAll,
  gatewayKey,
  onGateway,
  openTunnel,
  startControlPlane,
} from './whole-agent.ts';

/** WireGuard over TCP and QUIC with a whole agent, where nothing else passes, beside its admission endpoint and WireGuard itself. */

let net: TestNet;
let atGateway: Inside;
let atClient: Inside;
let agent: AgentProcess;
let state = '';
let serverPublicKey = '';
let clientPublicKey = '';
let endpoint: AdmissionEndpoint;
let transport: TransportClient | null = null;

const clientLink = () => `c${net.id}`;
const gatewayLink = () => `g${net.id}`;
const otherClient = '198.51.100.11';
const transports =
  'tcp:80,tcp:443,quic:443,scrambled:53,scrambled:443,scrambled:51820,cover:443,shadowsocks:8389';

async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
  agent = startAgent(net.namespace.gateway, {
    ...agentEnvironment(gatewayLink(), state),
    ...{ WG_TRANSPORTS: transports, TRANSPORT_PROGRAM: transportProgram },
    ...more,
  });
  await agent.logged('The gateway is ready');
}

const onlyPass = (...rules: readonly string[]) => passOnly(net, rules);

const moveTo = (peerEndpoint: string) => startSessionAt(net, clientLink(), serverPublicKey, peerEndpoint);

async function moveOver(configuration: Readonly<Record<string, unknown>>): Promise<void> {
  transport = await startTransportClient(net.namespace.client, configuration);
  await moveTo(`127.0.0.1:${transport.port}`);
}

const quic = (to: string) => quicTo(endpoint, to);
const scrambled = (to: string) => scrambledTo({ serverPublicKey, clientPublicKey }, to);
const shadowsocks = (network: 'udp' | 'tcp', to: string) =>
  shadowsocksTo({ serverPublicKey, clientPublicKey }, network, to);
const pings = () => atClient.call<number | null>('probes', 'untilPing', hosts.server.ipv4, true);
const transportPid = () => childOf(agent.pid, 'comet-transport');
/** The transports of the last health report. */
const reported = async () =>
  (await atGateway.call<{ transports: readonly unknown[] }>('control-plane', 'observed')).transports;
/** Resolves with the status of a request to the admission endpoint. */
const statusAt = async (host: string) =>
  (await atClient.call<Reply>('customer', 'send', { ...endpoint, host }, 'GET', '/', '')).status;
const handshakes = (localAddress: string, count: number) =>
  atClient.call<number>('customer', 'handshakes', endpoint, localAddress, count);
const sendTcp = (port: number, hex: string) =>
  atClient.call<string>('probes', 'sendTcp', hosts.gateway.ipv4, port, hex);

beforeAll(async () => {
  net = await openTestNet();
  [atGateway, atClient] = await enterAll(net);
  await run('ip', '-n', net.namespace.client, 'address', 'add', `${otherClient}/24`, 'dev', 'eth0');
  state = join(await mkdtemp(join(tmpdir(), 'comet-gateway-')), 'state');
  const certificateAuthority = await startControlPlane(atGateway);
  endpoint = { host: hosts.gateway.ipv4, port: 443, serverName: 'gateway.comet.test', certificateAuthority };
  await start({ ENROL_TOKEN: 'one-time' });
  serverPublicKey = await gatewayKey(net, gatewayLink());
  const keys = await atClient.call<{ privateKey: string; publicKey: string }>('customer', 'newKeyPair');
  clientPublicKey = keys.publicKey;
  const ticket = await atGateway.call<string>('control-plane', 'ticket', keys.publicKey, {}, 'us');
  const given = { ticket, ...keys, serverPublicKey };
  const reply = await atClient.call<Reply>('customer', 'requestAdmission', endpoint, 'present', given);
  const admitted: Admittance | null = reply.admittance;
  await openTunnel(atClient, clientLink(), { privateKey: keys.privateKey, admitted }, ['192.0.2.0/24']);
});

afterEach(async () => {
  await transport?.close();
  transport = null;
});

afterAll(async () => {
  await atClient.call('customer', 'lowerTunnel', clientLink());
  await agent.end('SIGTERM');
  await net.close();
  await rm(join(state, '..'), { recursive: true, force: true });
});

test('the program has no privileges, and the control plane receives its transports', async () => {
  const processes = await processesInside(net);
  const program = processes.find(({ name }) => name === 'comet-transport');
  expect(program?.status).toMatch(/^Uid:\t70003\t70003\t70003\t70003$/m);
  expect(program?.status).toMatch(/^CapPrm:\t0+$/m);
  await expect
    .poll(reported)
    .toEqual([
      { kind: 'tcp', port: 80 },
      { kind: 'tcp', port: 443 },
      { kind: 'quic', port: 443 },
      ...[53, 443, 51_820].map((port) => ({ kind: 'scrambled', port })),
      ...[443].map((port) => ({ kind: 'cover', port })),
      { kind: 'shadowsocks', port: 8_389 },
    ]);
});

test.each([
  [443, hosts.gateway.ipv4],
  [80, hosts.gateway.ipv4],
  [443, `[${hosts.gateway.ipv6}]`],
])('serves WireGuard where only TCP %i passes', async (port, host) => {
  await onlyPass(`tcp dport ${port}`);
  await moveOver({ kind: 'tcp', to: `${host}:${port}` });
  expect(await pings()).not.toBeNull();
  expect(await onGateway(net, 'wg', 'show', gatewayLink(), 'endpoints')).toContain('127.0.0.1:');
});

test.each([hosts.gateway.ipv4, `[${hosts.gateway.ipv6}]`])(
  'serves WireGuard where only QUIC at %s passes, and tracks no connection of it',
  async (host) => {
    await onlyPass('udp dport 443 @th,64,8 >= 0x40');
    await moveOver(quic(`${host}:443`));
    expect(await pings()).not.toBeNull();
    expect(await onGateway(net, 'conntrack', '-L', '-p', 'udp', '--dport', '443')).toBe('');
  },
);

test.each([
  [443, hosts.gateway.ipv4],
  [53, hosts.gateway.ipv4],
  [51_820, hosts.gateway.ipv4],
  [443, hosts.gateway.ipv6],
  [51_820, hosts.gateway.ipv6],
])(
  'serves scrambled WireGuard where only UDP %i of %s passes, and nothing that looks like WireGuard',
  async (port, host) => {
    const [to, family] = host.includes(':') ? [`[${host}]`, 'ipv6'] : [host, 'ipv4'];
    await onlyPass(`udp dport ${port} @th,64,32 != { 0x01000000, 0x02000000, 0x03000000, 0x04000000 }`);
    await moveOver(scrambled(`${to}:${port}`));
    expect(await pings()).not.toBeNull();
    const own = ['--family', family, '--proto', 'udp', '--dst', host] as const;
    expect(await onGateway(net, 'conntrack', '--dump', ...own)).toBe('');
  },
);

test.each([
  ['udp', hosts.gateway.ipv4],
  ['tcp', hosts.gateway.ipv4],
  ['udp', `[${hosts.gateway.ipv6}]`],
  ['tcp', `[${hosts.gateway.ipv6}]`],
] as const)('serves WireGuard where only Shadowsocks over %s at %s passes', async (network, host) => {
  await onlyPass(`${network} dport 8389`);
  await moveOver(shadowsocks(network, `${host}:8389`));
  expect(await pings()).not.toBeNull();
  expect(await onGateway(net, 'wg', 'show', gatewayLink(), 'endpoints')).toContain('127.0.0.1:');
  expect(await onGateway(net, 'conntrack', '-L', '-p', 'udp', '--dport', '8389')).toBe('');
});

test.each([
  [443, hosts.gateway.ipv4],
  [443, hosts.gateway.ipv6],
])(
  'with cover traffic at UDP %i of %s all datagrams have one length, and without it not',
  async (port, host) => {
    const to = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    await onlyPass(`udp dport ${port}`);
    const lengthsOf = async (cover: boolean) => {
      const capture = await captureUdp(net, port);
      await moveOver({ ...scrambled(to), cover });
      const captured = async () => {
        expect(await pings()).not.toBeNull();
        return Math.min(capture.lengths.sent.length, capture.lengths.received.length);
      };
      await expect.poll(captured).toBeGreaterThan(10);
      const lengths = await capture.stop();
      await transport?.close();
      return lengths;
    };
    const covered = await lengthsOf(true);
    expect(new Set([...covered.sent, ...covered.received])).toEqual(new Set([1_427]));
    const plain = await lengthsOf(false);
    expect(new Set(plain.sent).size).toBeGreaterThan(2);
  },
);

test('WireGuard itself is served at UDP 443 beside QUIC', async () => {
  await onlyPass('udp dport 443 @th,64,8 < 0x40');
  await moveTo(`${hosts.gateway.ipv4}:443`);
  expect(await pings()).not.toBeNull();
  await expect(startTransportClient(net.namespace.client, quic(`${hosts.gateway.ipv4}:443`))).rejects.toThrow(
    'comet-transport',
  );
});

test('the admission endpoint counts each client by its own address', async () => {
  await onlyPass('tcp dport 443');
  expect(await statusAt(hosts.gateway.ipv4)).toBe(404);
  expect(await statusAt(hosts.gateway.ipv6)).toBe(404);
  // The limit of new connections of one address is 60, and 10 more each second.
  expect(await handshakes(hosts.client.ipv4, 200)).toBeLessThan(190);
  expect(await handshakes(otherClient, 20)).toBe(20);
});

test('the endpoint behind the program is not reachable from outside', async () => {
  await onlyPass('tcp dport 5295');
  expect(await atClient.call('probes', 'queryTcp', hosts.gateway.ipv4, 5_295)).toMatch(/ECONNREFUSED/);
});

test.each([
  ['HTTP', 80, Buffer.from('GET / HTTP/1.1\r\n\r\n').toString('hex')],
  ['random bytes', 80, 'a7'.repeat(200)],
  ['a forged handshake', 80, `009401000000${'a7'.repeat(200)}`],
  ['a forged handshake', 443, `009401000000${'a7'.repeat(200)}`],
  ['four zero bytes', 443, '00000000'],
  ['random bytes', 8_389, 'a7'.repeat(200)],
])('a probe with %s at TCP %i gets no answer', async (_, port, hex) => {
  await onlyPass(`tcp dport { 80, 443, 8389 }`);
  expect(await sendTcp(port, hex)).toBe('');
});

test.each([443, 53, 51_820, 5_296, 8_389])(
  'a probe that is neither QUIC nor WireGuard gets no answer at UDP %i',
  async (port) => {
    await onlyPass(`udp dport ${port}`);
    expect(await atClient.call('probes', 'queryUdp', hosts.gateway.ipv4, port, 0)).toBe('');
  },
);

test('a killed program is restarted within a second, and its tunnels continue', async () => {
  await onlyPass('tcp dport 443');
  await moveOver({ kind: 'tcp', to: `${hosts.gateway.ipv4}:443` });
  expect(await pings()).not.toBeNull();
  const before = await transportPid();
  process.kill(before, 'SIGKILL');
  await expect
    .poll(() => statusAt(hosts.gateway.ipv4).catch(() => 0), { timeout: 1_000, interval: 50 })
    .toBe(404);
  expect(await transportPid()).not.toBe(before);
  expect(await pings()).not.toBeNull();
});

test('its end does not interrupt other tunnels', async () => {
  await onlyPass('udp dport 51820');
  await moveTo(`${hosts.gateway.ipv4}:51820`);
  expect(await pings()).not.toBeNull();
  const echoes = atClient.call('probes', 'echoes', hosts.server.ipv4, 10);
  process.kill(await transportPid(), 'SIGKILL');
  expect(await echoes).toBe(10);
});

test('a replaced agent serves the tunnels again', async () => {
  await onlyPass('tcp dport 443');
  await moveOver({ kind: 'tcp', to: `${hosts.gateway.ipv4}:443` });
  expect(await pings()).not.toBeNull();
  await agent.end('SIGUSR2');
  await start();
  expect(await pings()).not.toBeNull();
  expect(agent.log()).not.toContain(hosts.client.ipv4);
});

test('without the program the admission endpoint has its port to itself', async () => {
  await agent.end('SIGUSR2');
  await start({ TRANSPORT_PROGRAM: '/nowhere/comet-transport' });
  expect(agent.log()).toContain('comet-transport does not start');
  await onlyPass('tcp dport { 80, 443 }');
  expect(await statusAt(hosts.gateway.ipv4)).toBe(404);
  expect(await atClient.call('probes', 'queryTcp', hosts.gateway.ipv4, 80)).toMatch(/ECONNREFUSED/);
  await expect.poll(reported).toEqual([]);
});

test('no user reaches a service of the machine from the ports of the transports', async () => {
  const [address, port] = ['127.0.0.1', 7_000];
  await atGateway.call('probes', 'replyWithSource', [address], port);
  const overUdp = (localPort: number) =>
    atGateway.call<string>('probes', 'queryUdp', address, port, localPort);
  const overTcp = (localPort: number) =>
    atGateway.call<string>('probes', 'queryTcpWithin', address, port, 2_000, localPort);
  expect([await overUdp(444), await overTcp(81)]).toEqual(['127.0.0.1 444', '127.0.0.1 81']);
  // The program does not run, so its ports are free.
  expect(await overUdp(443)).toBe('');
  expect(await overTcp(80)).toMatch(/EHOSTUNREACH/);
});
