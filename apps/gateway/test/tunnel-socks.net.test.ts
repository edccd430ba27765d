import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Admittance } from '@comet/contract';
import { relayProgram } from '@comet/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { childOf } from './child-of.ts';
import type { AdmissionEndpoint, Reply } from './inside/customer.ts';
import { type Inside, openTestNet, hosts, run, type TestNet } from './namespaces.ts';
import { processesInside } from './programs-inside.ts';
import {
  agentEnvironment,
  enterAll,
  gatewayKey,
  onGateway,
  openTunnel,
  startControlPlane,
} from './whole-agent.ts';

/** The SOCKS5 proxy inside the tunnel with a whole agent, used by curl on a customer's machine. */

const sitePort = 7;
const own4 = '100.64.0.1';
const own6 = 'fd00:c0:e7::1';
/** The port behind the one that customers use. */
const innerPort = 7_687;

let net: TestNet;
let atGateway: Inside;
let atClient: Inside;
let atInternet: Inside;
let agent: AgentProcess;
let state = '';
let admitted: Admittance;
let neighbour: Admittance;

const clientLink = () => `c${net.id}`;
const gatewayLink = () => `g${net.id}`;
const environment = () => ({ ...agentEnvironment(gatewayLink(), state), RELAY_PROGRAM: relayProgram });

/** Requests a site's page through the proxy; resolves with the client's address that the site reports, or curl's error. */
const through = (target: string, proxy = `socks5h://${own4}:1080`) =>
  run(
    ...(['ip', 'netns', 'exec', net.namespace.client, 'curl', '--silent', '--show-error'] as const),
    ...['--http0.9', '--max-time', '10', '--proxy', proxy, `http://${target}/`],
  ).catch((error: unknown) => String(error));
const site = (address: string) => `${address}:${sitePort}`;
/** Opens a UDP association; ends it after the test. */
async function associate(proxy = own4): Promise<number> {
  const id = await atClient.call<number>('socks-datagrams', 'associate', proxy);
  if (id > 0) onTestFinished(() => atClient.call('socks-datagrams', 'endControl', id));
  return id;
}
/** Sends a datagram to a host through an association; resolves with the client's address that the site reports, empty without a reply. */
const datagram = (id: number, host: string, content = 'who am I', fragment = 0) =>
  atClient.call<string>('socks-datagrams', 'exchange', id, host, sitePort, content, fragment);
const reachesFrom = (inside: Inside) =>
  inside
    .call<string>('probes', 'sendTcp', own4, innerPort, '050100')
    .catch((error: unknown) => String(error));

async function admit(endpoint: AdmissionEndpoint, serverPublicKey: string, sub: string) {
  const keys = await atClient.call<{ privateKey: string; publicKey: string }>('customer', 'newKeyPair');
  const ticket = await atGateway.call<string>('control-plane', 'ticket', keys.publicKey, { sub });
  const given = { ticket, ...keys, serverPublicKey };
  const { admittance } = await atClient.call<Reply>(
    'customer',
    'requestAdmission',
    endpoint,
    'present',
    given,
  );
  if (admittance === null) throw new Error('not admitted');
  return { keys, admittance };
}

beforeAll(async () => {
  net = await openTestNet();
  [atGateway, atClient, atInternet] = await enterAll(net);
  state = join(await mkdtemp(join(tmpdir(), 'comet-gateway-')), 'state');
  const certificateAuthority = await startControlPlane(atGateway);
  agent = startAgent(net.namespace.gateway, { ...environment(), ENROL_TOKEN: 'one-time' });
  await agent.logged('The gateway is ready');
  const sites = [...Object.values(hosts.server), ...Object.values(hosts.private)];
  await atInternet.call('probes', 'replyWithSource', sites, sitePort);
  await atInternet.call('sites', 'serveAddress', hosts.server.ipv4, hosts.server.ipv4);
  const endpoint = {
    host: hosts.gateway.ipv4,
    port: 443,
    serverName: 'gateway.comet.test',
    certificateAuthority,
  };
  const serverPublicKey = await gatewayKey(net, gatewayLink());
  const first = await admit(endpoint, serverPublicKey, 'a'.repeat(22));
  ({ admittance: admitted } = first);
  ({ admittance: neighbour } = await admit(endpoint, serverPublicKey, 'b'.repeat(22)));
  const session = { privateKey: first.keys.privateKey, admitted };
  await openTunnel(atClient, clientLink(), session, ['100.64.0.0/10', 'fd00:c0:e7::/64']);
  await atClient.call('probes', 'untilPing', own4, true);
});

afterAll(async () => {
  await atClient.call('customer', 'lowerTunnel', clientLink());
  await agent.end('SIGTERM');
  await net.close();
  await rm(join(state, '..'), { recursive: true, force: true });
});

test('the reply of the admission contains the port, and the program has no privileges', async () => {
  expect(admitted.socksPort).toBe(1_080);
  const programs = (await processesInside(net)).filter(({ name }) => name === 'comet-relay');
  const statuses = programs.map(({ status }) => status);
  expect(statuses).toContainEqual(expect.stringMatching(/^Uid:\t70004\t70004\t70004\t70004$/m));
  for (const status of statuses) expect(status).toMatch(/^CapPrm:\t0+$/m);
});

test('connections leave from the address of the gateway, to IPv4, IPv6 and names', async () => {
  expect(await through(site(hosts.server.ipv4))).toMatch(`${hosts.gateway.ipv4} `);
  expect(await through(site(`[${hosts.server.ipv6}]`))).toMatch(`${hosts.gateway.ipv6} `);
  expect(await through(site('site.example'))).toMatch(`${hosts.gateway.ipv4} `);
  expect(await through(site(hosts.server.ipv4), `socks5h://[${own6}]:1080`)).toMatch(
    `${hosts.gateway.ipv4} `,
  );
});

test('refuses the gateway itself, private networks and other customers', async () => {
  // Controls: the gateway itself reaches the private network, and its own port 4800.
  for (const address of [hosts.private.ipv4, hosts.private.ipv6]) {
    expect(await atGateway.call('probes', 'queryTcp', address, sitePort)).not.toMatch(/^failed/);
    expect(await through(site(address.includes(':') ? `[${address}]` : address))).toMatch(/curl: \(97\)/);
  }
  const own = [`127.0.0.1:4800`, `${hosts.gateway.ipv4}:443`, `${own4}:7685`, '[::1]:4800'];
  for (const target of [...own, '[::ffff:127.0.0.1]:4800', `${neighbour.ipv4}:80`])
    expect(await through(target)).toMatch(/curl: \(97\)/);
  const request = Buffer.from('GET / HTTP/1.0\r\n\r\n').toString('hex');
  expect(await atGateway.call('probes', 'sendTcp', '127.0.0.1', 4_800, request)).not.toBe('');
});

test('refuses other commands, and clients that insist on a password', async () => {
  const send = (hex: string) => atClient.call<string>('probes', 'sendTcp', own4, 1_080, hex);
  // BIND: "command not supported".
  expect(await send('0501000502000100000000000000')).toMatch(/^05000507/);
  expect(await send('050102')).toBe('05ff');
});

test('datagrams leave from the address of the gateway, to IPv4, IPv6 and names', async () => {
  for (const proxy of [own4, own6]) {
    const id = await associate(proxy);
    expect(await datagram(id, hosts.server.ipv4)).toMatch(`${hosts.gateway.ipv4} `);
    expect(await datagram(id, hosts.server.ipv6)).toMatch(`${hosts.gateway.ipv6} `);
    expect(await datagram(id, 'site.example')).toMatch(`${hosts.gateway.ipv4} `);
  }
});

test('refuses datagrams to the gateway itself, private networks and customers', async () => {
  const id = await associate();
  await atGateway.call('probes', 'replyWithSource', ['127.0.0.1', '::1', hosts.gateway.ipv4, own4], sitePort);
  await atClient.call('probes', 'replyWithSource', [admitted.ipv4], sitePort);
  const refused = [
    ...[hosts.private.ipv4, hosts.private.ipv6, '127.0.0.1', '::1', hosts.gateway.ipv4, own4],
    admitted.ipv4,
  ];
  for (const address of refused) {
    // Controls: the gateway itself reaches all of them.
    expect(await atGateway.call('probes', 'queryUdp', address, sitePort, 0)).not.toBe('');
    expect(await datagram(id, address)).toBe('');
  }
  expect(await datagram(id, '::ffff:127.0.0.1')).toBe('');
  expect(await datagram(id, hosts.server.ipv4)).not.toBe('');
});

test('one datagram leaves for each of a client, none for a fragment or a too long one, and all are metered', async () => {
  const id = await associate();
  const counter =
    'table inet counted { chain counted { type filter hook input priority 0; udp dport 7 counter; }; }';
  await run('ip', 'netns', 'exec', net.namespace.internet, 'nft', counter);
  const arrived = async () => {
    const rules = await run('ip', 'netns', 'exec', net.namespace.internet, 'nft', 'list table inet counted');
    return Number(/counter packets (\d+)/.exec(rules)?.[1]);
  };
  const metered = async () => {
    const lines = (await onGateway(net, 'wg', 'show', gatewayLink(), 'transfer')).split('\n');
    return Math.max(...lines.map((line) => Number(line.split('\t')[1] ?? 0)));
  };
  const before = await metered();
  for (let sent = 1; sent <= 5; sent += 1) {
    expect(await datagram(id, hosts.server.ipv4, 'x'.repeat(1_000))).not.toBe('');
    expect(await arrived()).toBe(sent);
  }
  expect((await metered()) - before).toBeGreaterThan(5_000);
  expect(await datagram(id, hosts.server.ipv4, 'x', 1)).toBe('');
  expect(await datagram(id, hosts.server.ipv4, 'x'.repeat(8_193))).toBe('');
  expect(await arrived()).toBe(5);
  // The control: the longest one.
  expect(await datagram(id, hosts.server.ipv4, 'x'.repeat(8_192))).not.toBe('');
});

test('a session has 16 associations, each of which ends with its connection', async () => {
  const ids = await Promise.all(Array.from({ length: 16 }, () => associate()));
  expect(Math.min(...ids)).toBeGreaterThan(0);
  expect(await associate()).toBe(-1);
  const [id = 0] = ids;
  expect(await datagram(id, hosts.server.ipv4)).not.toBe('');
  await atClient.call('socks-datagrams', 'endControl', id);
  await expect.poll(() => datagram(id, hosts.server.ipv4)).toBe('');
  expect(await associate()).toBeGreaterThan(0);
});

test('is not reachable from outside the tunnel', async () => {
  const { internet, gateway } = net.namespace;
  await run('ip', '-n', internet, 'route', 'add', own4, 'via', hosts.gateway.ipv4);
  expect(await reachesFrom(atInternet)).not.toMatch(/^0500$/);
  expect(await atInternet.call('probes', 'queryTcp', hosts.gateway.ipv4, innerPort)).toMatch(/^failed/);
  // Control: without the rules the same packets arrive.
  const rule = ['insert', 'rule', 'inet', 'comet_gateway', 'into', 'iifname', 'eth0', 'accept'] as const;
  await run('ip', 'netns', 'exec', gateway, 'nft', ...rule);
  expect(await reachesFrom(atInternet)).toBe('0500');
});

test('a session with an exit does not reach it, not even by what is open', async () => {
  const id = await associate();
  expect(await datagram(id, hosts.server.ipv4)).toMatch(hosts.gateway.ipv4);
  const element = ['inet', 'comet_gateway', 'exit_of4', `{ ${admitted.ipv4} : 0x10001 }`] as const;
  const key = ['inet', 'comet_gateway', 'exit_of4', `{ ${admitted.ipv4} }`] as const;
  await onGateway(net, 'nft', 'add', 'element', ...element);
  expect(await through(site(hosts.server.ipv4))).toMatch(/curl: \((7|28|97)\)/);
  expect(await datagram(id, hosts.server.ipv4)).toBe('');
  await onGateway(net, 'nft', 'delete', 'element', ...key);
  expect(await through(site(hosts.server.ipv4))).toMatch(`${hosts.gateway.ipv4} `);
  expect(await datagram(id, hosts.server.ipv4)).toMatch(hosts.gateway.ipv4);
});

test('works again after its program was killed, and after the agent was replaced', async () => {
  const programs = await processesInside(net);
  expect(programs.filter(({ name }) => name === 'comet-relay')).not.toEqual([]);
  const id = await associate();
  process.kill(await childOf(agent.pid, 'comet-relay'), 'SIGKILL');
  await agent.logged('The SOCKS5 proxy in the tunnel ended');
  await expect.poll(() => atClient.call('socks-datagrams', 'isOpen', id)).toBe(false);
  await expect.poll(() => through(site(hosts.server.ipv4)), { timeout: 10_000 }).toMatch(hosts.gateway.ipv4);
  await agent.end('SIGUSR2');
  agent = startAgent(net.namespace.gateway, environment());
  await agent.logged('The gateway is ready');
  await expect.poll(() => through(site(hosts.server.ipv4)), { timeout: 10_000 }).toMatch(hosts.gateway.ipv4);
  expect(agent.log()).not.toContain(hosts.server.ipv4);
});
