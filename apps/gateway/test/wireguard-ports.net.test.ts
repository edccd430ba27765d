import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Admittance } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentProcess, startAgent } from './agent-process.ts';
import type { Reply } from './inside/customer.ts';
import { type Inside, openTestNet, hosts, run, type TestNet } from './namespaces.ts';
import {
  agentEnvironment,
  enterAll,
  gatewayKey,
  onGateway,
  openTunnel,
  startControlPlane,
} from './whole-agent.ts';

/** WireGuard at the further ports of a whole agent, with a stock client that uses one local port for all of them. */

let net: TestNet;
let atGateway: Inside;
let atClient: Inside;
let agent: AgentProcess;
let state = '';
let admitted: Admittance | null;
let serverPublicKey = '';

const clientLink = () => `c${net.id}`;
const gatewayLink = () => `g${net.id}`;
const start = async (more: Readonly<Record<string, string>> = {}) => {
  agent = startAgent(net.namespace.gateway, { ...agentEnvironment(gatewayLink(), state), ...more });
  await agent.logged('The gateway is ready');
};

/** Lets only one UDP port of the gateway pass on the internet. */
const onlyPort = (port: number) =>
  run(
    ...(['ip', 'netns', 'exec', net.namespace.internet, 'nft'] as const),
    `add table inet blocks; flush table inet blocks; table inet blocks { chain through { type filter hook forward priority filter;
iifname "to-client" udp dport != ${port} drop;
iifname "to-gateway" udp sport != ${port} drop; }; }`,
  );

/** Starts a new session at an endpoint. */
async function moveTo(endpoint: string): Promise<void> {
  const inClient = ['ip', 'netns', 'exec', net.namespace.client] as const;
  const peer = ['wg', 'set', clientLink(), 'peer', serverPublicKey] as const;
  await run(...inClient, ...peer, 'remove');
  const allowed = ['allowed-ips', '0.0.0.0/0,::/0', 'persistent-keepalive', '1'] as const;
  await run(...inClient, ...peer, 'endpoint', endpoint, ...allowed);
}

/** The ports of the peers in the gateway's map. */
async function portsIn(map: 'peers4' | 'peers6'): Promise<readonly string[]> {
  const text = await onGateway(net, 'nft', 'list', 'map', 'inet', 'comet_gateway_ports', map);
  return [...text.matchAll(/expires \w+ : (\d+)/g)].map(([, port = '']) => port);
}

const pings = () => atClient.call<number | null>('probes', 'untilPing', hosts.server.ipv4, true);

beforeAll(async () => {
  net = await openTestNet();
  [atGateway, atClient] = await enterAll(net);
  state = join(await mkdtemp(join(tmpdir(), 'comet-gateway-')), 'state');
  const certificateAuthority = await startControlPlane(atGateway);
  await start({ ENROL_TOKEN: 'one-time' });
  serverPublicKey = await gatewayKey(net, gatewayLink());
  const keys = await atClient.call<{ privateKey: string; publicKey: string }>('customer', 'newKeyPair');
  const ticket = await atGateway.call<string>('control-plane', 'ticket', keys.publicKey, {}, 'us');
  const endpoint = { host: hosts.gateway.ipv4, port: 443, serverName: 'gateway.comet.test' };
  const reply = await atClient.call<Reply>(
    ...(['customer', 'requestAdmission'] as const),
    { ...endpoint, certificateAuthority },
    'present',
    { ticket, ...keys, serverPublicKey },
  );
  admitted = reply.admittance;
  await openTunnel(atClient, clientLink(), { privateKey: keys.privateKey, admitted }, ['192.0.2.0/24']);
});

afterAll(async () => {
  await atClient.call('customer', 'lowerTunnel', clientLink());
  await agent.end('SIGTERM');
  await net.close();
  await rm(join(state, '..'), { recursive: true, force: true });
});

test.each([
  [443, `[${hosts.gateway.ipv6}]`],
  [51_820, hosts.gateway.ipv4],
  [4500, hosts.gateway.ipv4],
  [53, hosts.gateway.ipv4],
] as const)('serves WireGuard where only UDP %i passes', async (port, host) => {
  await onlyPort(port);
  await moveTo(`${host}:${port}`);
  expect(await pings()).not.toBeNull();
});

test('keeps the last port of each peer, and tracks no connection of a tunnel', async () => {
  expect(await portsIn('peers4')).toEqual(['53']);
  expect(await portsIn('peers6')).toEqual(['443']);
  const tracked = await onGateway(net, 'conntrack', '-L', '-p', 'udp', '-s', hosts.client.ipv4);
  expect(tracked).toBe('');
});

test('a datagram that is not of WireGuard gets no response and no place in the map', async () => {
  expect(await atClient.call('probes', 'queryUdp', hosts.gateway.ipv4, 53, 0)).toBe('');
  expect(await portsIn('peers4')).toEqual(['53']);
});

test('a replaced agent does not interrupt a peer at a further port', async () => {
  await agent.end('SIGUSR2');
  await start();
  expect(await atClient.call('probes', 'echoes', hosts.server.ipv4, 3)).toBe(3);
  expect(await portsIn('peers4')).toEqual(['53']);
});

test('without further ports only the main one responds', async () => {
  await agent.end('SIGUSR2');
  await start({ WG_EXTRA_PORTS: 'none' });
  expect(await onGateway(net, 'nft', 'list', 'tables')).not.toContain('comet_gateway_ports');
  expect(await atClient.call('probes', 'ping', hosts.server.ipv4, 3)).toBe(false);
  await onlyPort(51_820);
  await moveTo(`${hosts.gateway.ipv4}:51820`);
  expect(await pings()).not.toBeNull();
});
