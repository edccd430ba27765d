import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenvpnOffer } from '@comet/contract';
import { pemOf } from '@comet/tunnel-config';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { type Inside, openTestNet, hosts, run, type TestNet } from './namespaces.ts';
import { processesInside, usersInside } from './programs-inside.ts';
import { agentEnvironment, enterAll, onGateway, startControlPlane } from './whole-agent.ts';
import { connectBy, type Customer, endAll, hostileOptions, shadowsocksTo, startIn } from './stock-openvpn.ts';

/** OpenVPN of an agent, with stock OpenVPN clients and our configuration files across the internet. */

const connected = /Initialization Sequence Completed/;
const anyPort = 7;
/** A call of the control plane: its name and arguments. */
type Call = readonly [string, ...string[]];
const ada = { username: 'ada7k2', password: 'correct-horse' };
/** Valid at all gateways. */
const bea = { username: 'bea3q9', password: 'another-horse' };

let net: TestNet;
let atGateway: Inside;
let atClient: Inside;
let agent: AgentProcess;
let folder = '';
let customer: Customer;
let grantId = '';
let offers: readonly OpenvpnOffer[] = [];

const state = () => join(folder, 'state');
/** Directory of files for unprivileged programs. */
const runDirectory = () => `/run/comet-gateway-o${net.id}`;
const environment = () => agentEnvironment(`o${net.id}`, state());
const offer = (variant: OpenvpnOffer['variant']): OpenvpnOffer => {
  const found = offers.find((one) => one.variant === variant);
  if (found === undefined) throw new Error(`${variant} is not offered`);
  return found;
};
const query = (probe: string, address: string) => atClient.call<string>('probes', probe, address, anyPort, 0);
const offered = async () => {
  const { openvpn } = await atGateway.call<{ openvpn: { offers: OpenvpnOffer[] } | null }>(
    'control-plane',
    'observed',
  );
  return openvpn?.offers ?? [];
};

async function startTheAgent(more: Readonly<Record<string, string>> = {}): Promise<void> {
  agent = startAgent(net.namespace.gateway, { ...environment(), ...more });
  await agent.logged('The gateway is ready');
}

beforeAll(async () => {
  net = await openTestNet();
  const [gateway, client, internet] = await enterAll(net);
  [atGateway, atClient] = [gateway, client];
  folder = await mkdtemp(join(tmpdir(), 'comet-openvpn-'));
  await internet.call('probes', 'replyWithSource', Object.values(hosts.server), anyPort);
  const certificateAuthority = await startControlPlane(atGateway);
  const serverKey = randomBytes(128);
  await atGateway.call('control-plane', 'publishOpenvpn', {
    pepper: randomBytes(32).toString('base64url'),
    tlsCryptV2ServerKey: serverKey.toString('base64url'),
  });
  grantId = await atGateway.call<string>('control-plane', 'admitCredentials', ada.username, ada.password);
  await atGateway.call('control-plane', 'shareCredentials', bea.username, bea.password);
  const keys = { server: join(folder, 'server.key'), client: join(folder, 'client.key') };
  await writeFile(keys.server, pemOf('OpenVPN tls-crypt-v2 server key', serverKey));
  await run('openvpn', '--tls-crypt-v2', keys.server, '--genkey', 'tls-crypt-v2-client', keys.client);
  customer = {
    namespace: net.namespace.client,
    gateway: hosts.gateway.ipv4,
    folder,
    serverName: 'gateway.comet.test',
    certificateAuthority,
    tlsCryptV2ClientKey: await readFile(keys.client, 'utf8'),
  };
  await startTheAgent({ ENROL_TOKEN: 'one-time' });
});

afterEach(endAll);

afterAll(async () => {
  await agent.end('SIGTERM');
  await net.close();
  await rm(folder, { recursive: true, force: true });
});

test('reports the available variants to the control plane once they run', async () => {
  await expect.poll(async () => (await offered()).length, { timeout: 30_000 }).toBe(5);
  offers = await offered();
  expect(offers.map(({ variant, port }) => `${variant} ${port}`)).toEqual([
    'udp 1194',
    'tcp 1195',
    'tls 8443',
    'shadowsocks 8388',
    'obfs4 9443',
  ]);
});

test.each(['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'] as const)(
  'stock OpenVPN connects over %s, and all traffic leaves by the gateway',
  async (variant) => {
    const tunnel = await connectBy(customer, offer(variant), ada);
    await tunnel.waitFor(connected);
    expect(await query('queryTcp', hosts.server.ipv4)).toMatch(`${hosts.gateway.ipv4} `);
    // A datagram may be lost.
    await expect.poll(() => query('queryUdp', hosts.server.ipv6)).toMatch(`${hosts.gateway.ipv6} `);
  },
);

test('rejects unknown credentials', async () => {
  const openvpn = await connectBy(
    customer,
    offer('udp'),
    { ...ada, password: 'wrong-horse' },
    '--auth-retry',
    'none',
  );
  await openvpn.ended;
  expect(openvpn.output()).toContain('AUTH_FAILED');
  expect(openvpn.output()).not.toMatch(connected);
});

test('obfuscation programs forward to OpenVPN only', async () => {
  const shadowsocks = offer('shadowsocks');
  if (shadowsocks.variant !== 'shadowsocks') throw new Error('no Shadowsocks');
  const targets = [`${hosts.server.ipv4}:${anyPort}`, '127.0.0.1:4800', `${hosts.private.ipv4}:${anyPort}`];
  for (const target of targets) {
    const program = startIn(net.namespace.client, shadowsocksTo(shadowsocks, target, 5_195));
    await program.waitFor(/listening at/);
    expect(await atClient.call<string>('probes', 'queryTcp', '127.0.0.1', 5_195)).toMatch(/^(?:failed.*)?$/);
    await program.end();
  }
});

test('customers cannot reach each other or networks behind the gateway', async () => {
  const tunnel = await connectBy(customer, offer('udp'), ada);
  const neighbour = { ...customer, namespace: net.namespace.internet };
  const other = await connectBy(neighbour, offer('udp'), ada, '--route-noexec', '--dev', 'tun9');
  await Promise.all([tunnel.waitFor(connected), other.waitFor(connected)]);
  const shown = await run('ip', '-n', net.namespace.internet, '-o', 'address', 'show', 'dev', 'tun9');
  const addresses = [/inet (100\.80\.\d+\.\d+)/, /inet6 (fd00:[0-9a-f:]+)/].map(
    (one) => one.exec(shown)?.[1] ?? '',
  );
  const canReach = (inside: Inside, address: string) => inside.call<boolean>('probes', 'ping', address, 2);
  for (const address of addresses) {
    expect(await canReach(atGateway, address)).toBe(true);
    expect(await canReach(atClient, address)).toBe(false);
  }
  for (const address of Object.values(hosts.private)) expect(await canReach(atClient, address)).toBe(false);
  expect(await canReach(atClient, '100.64.0.1')).toBe(true);
  expect(await atClient.call('probes', 'queryTcp', '100.64.0.1', 4800)).toMatch(/^failed/);
});

test('all programs run without unnecessary privileges', async () => {
  const found = await usersInside(net);
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(['udp', 'tcp', 'obfs4proxy', 'ss-server', 'stunnel4']),
  );
  // In Debian, ss-server has the file capability to bind ports below 1024.
  for (const { status } of found.values()) expect(status).toMatch(/^CapEff:\t0+(?:400)?$/m);
});

test('a compromised program cannot signal, trace or read another', async () => {
  const found = await usersInside(net);
  const programs = ['udp', 'tcp', 'obfs4proxy', 'ss-server', 'stunnel4'].map((name) => found.get(name)!);
  expect(new Set(programs.map(({ user }) => user))).toEqual(
    new Set([70_011, 70_012, 70_013, 70_014, 70_015]),
  );
  const tries = programs.map(({ pid }) => `kill -0 ${pid} || cat /proc/${pid}/environ`);
  const secrets = ['given/udp.conf', 'given/door.pem', 'own/orders.sock', 'tcp/management.sock'];
  for (const secret of secrets)
    tries.push(`ls ${join(runDirectory(), secret)} && cat ${join(runDirectory(), secret)}`);
  const broken = found.get('ss-server')!;
  for (const [at, attempt] of tries.entries()) {
    if (programs[at] === broken) continue;
    const tried = promisify(execFile)('/bin/sh', ['-c', attempt], { uid: broken.user, gid: broken.user });
    await expect(tried).rejects.toThrow(/ermission denied|not permitted/);
  }
});

test('the client configuration filters options pushed by a server', async () => {
  const config = (await readFile(join(runDirectory(), 'given/udp.conf'), 'utf8'))
    .replaceAll(/^(?:management|ifconfig-noexec|route-noexec|dev |verb|script-security).*\n/gm, '')
    .replace('port 1194', 'port 1300');
  const own = ['dev tun8', 'verb 1', 'script-security 2', 'auth-user-pass-verify /bin/true via-file'];
  const file = join(folder, 'hostile.conf');
  await writeFile(file, [...own, ...hostileOptions.map((option) => `push "${option}"`), config].join('\n'));
  const server = startIn(net.namespace.internet, ['openvpn', '--config', file]);
  await server.waitFor(connected);
  const deceived = { ...customer, gateway: hosts.client.ipv4.replace(/\d+$/, '1') };
  const tunnel = await connectBy(deceived, { variant: 'udp', port: 1300 }, ada, '--verb', '3');
  await tunnel.waitFor(connected);
  for (const option of hostileOptions)
    expect(tunnel.output()).toContain(`Pushed option removed by filter: '${option}'`);
  expect(await run('ip', '-n', net.namespace.client, 'route', 'show', '192.0.2.0/24')).toBe('');
});

test('sessions continue, and new ones open, while the agent is replaced or has crashed', async () => {
  const tunnel = await connectBy(customer, offer('udp'), ada);
  await tunnel.waitFor(connected);
  expect(await agent.end('SIGUSR2')).toBe(0);
  expect(await query('queryTcp', hosts.server.ipv4)).toMatch(`${hosts.gateway.ipv4} `);
  // An agent that fails to start, here because the port of its admission endpoint is in use, keeps the rules of running programs.
  const unlucky = startAgent(net.namespace.gateway, { ...environment(), ADMISSION_PORT: '4800' });
  expect(await unlucky.ended).not.toBe(0);
  const rules = await onGateway(net, 'nft', 'list', 'ruleset');
  expect(rules).toContain('jump hidden');
  expect(await query('queryTcp', hosts.server.ipv4)).toMatch(`${hosts.gateway.ipv4} `);
  await tunnel.end();
  const meanwhile = await connectBy(customer, offer('tls'), ada);
  await meanwhile.waitFor(connected);
  await startTheAgent();
  expect(await agent.end('SIGKILL')).toBeNull();
  await startTheAgent();
  await expect.poll(async () => (await offered()).length, { timeout: 30_000 }).toBe(5);
  expect(await query('queryTcp', hosts.server.ipv6)).toMatch(`${hosts.gateway.ipv6} `);
  expect(meanwhile.output()).not.toMatch(/restart|AUTH_FAILED/i);
});

test('restarts all programs after a crash of the authenticator', async () => {
  const authenticator = (await processesInside(net)).find(({ command }) =>
    command.includes('main.openvpn.ts'),
  );
  // Never signal process id 0, which is our own process group.
  if (authenticator === undefined) throw new Error('There is no authenticator.');
  process.kill(authenticator.pid, 'SIGKILL');
  await agent.logged('the authenticator is gone');
  const tunnel = await connectBy(customer, offer('tcp'), ada);
  await tunnel.waitFor(connected);
  expect((await processesInside(net)).filter(({ command }) => /udp\.conf/.test(command))).toHaveLength(1);
});

test.each([
  ['without a grant', 'deviceLogin', 's', () => 's'.repeat(22)],
  ['for a grant', 'loginOf', 'o', () => grantId],
] as const)(
  "a removed device's session with a login %s ends at once, and others continue",
  async (...given) => {
    const [, issue, letter, whose] = given;
    const login = (slot: number) => atGateway.call<typeof ada>('control-plane', issue, whose(), slot);
    const [removed, kept] = [await login(1), await login(2)];
    const removedClient = await connectBy(customer, offer('udp'), removed);
    const neighbour = { ...customer, namespace: net.namespace.internet };
    const keptClient = await connectBy(neighbour, offer('udp'), kept, '--route-noexec', '--dev', 'tun9');
    await Promise.all([removedClient.waitFor(connected), keptClient.waitFor(connected)]);
    const soon = Math.floor(Date.now() / 1000) + 1;
    await atGateway.call('control-plane', 'revoke', letter.repeat(22), soon, 1);
    await removedClient.ended;
    expect(removedClient.output()).toMatch(/Halt command was pushed/);
    const again = await connectBy(customer, offer('udp'), removed, '--auth-retry', 'none');
    await again.ended;
    expect(again.output()).toContain('AUTH_FAILED');
    expect(keptClient.output()).not.toMatch(/Halt|AUTH_FAILED|restart/i);
  },
);

test.each([
  ['at all gateways', bea, (): Call => ['endShared', bea.username, bea.password]],
  ['at this gateway', ada, (): Call => ['withdraw', grantId]],
] as const)('credentials withdrawn %s end the session at once, and are rejected', async (_, pair, end) => {
  const openvpn = await connectBy(customer, offer('tcp'), pair);
  await openvpn.waitFor(connected);
  await atGateway.call('control-plane', ...end());
  await openvpn.ended;
  expect(openvpn.output()).toMatch(/Halt command was pushed/);
  const again = await connectBy(customer, offer('tcp'), pair, '--auth-retry', 'none');
  await again.ended;
  expect(again.output()).toContain('AUTH_FAILED');
});

test('neither log nor files identify customers or their addresses', async () => {
  const texts = [agent.log()];
  for (const directory of [state(), runDirectory()])
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) texts.push(await readFile(join(entry.parentPath, entry.name), 'utf8'));
  expect(texts.length).toBeGreaterThan(5);
  for (const secret of [hosts.client.ipv4, hosts.client.ipv6, ada.username, ada.password, '100.80.0.2'])
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});

test('SIGTERM ends the programs and removes the interfaces and rules', async () => {
  expect(await agent.end('SIGTERM')).toBe(0);
  const links = await run('ip', '-n', net.namespace.gateway, '-o', 'link');
  expect(links).not.toMatch(/ov[ut]-/);
  const rules = await onGateway(net, 'nft', 'list', 'ruleset');
  expect(rules).not.toContain('comet_gateway');
  const names = (await processesInside(net)).map(({ name }) => name);
  expect(names.filter((name) => /openvpn|stunnel|ss-server|obfs4/.test(name))).toEqual([]);
});
