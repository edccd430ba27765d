import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BlockList, blockLists, nameFilters } from '@comet/admission';
import type { Admittance } from '@comet/contract';
import { dnsFilterProgram } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentProcess, startAgent } from './agent-process.ts';
import type { Reply } from './inside/customer.ts';
import { type Inside, openTestNet, hosts, run, type TestNet } from './namespaces.ts';
import { agentEnvironment, enterAll, gatewayKey, openTunnel, startControlPlane } from './whole-agent.ts';

/** The block lists of a whole agent that has all except trackers and gambling, used by dig on a customer's machine. */

const offered: readonly BlockList[] = ['ads', 'malware', 'adult', 'social'];
/** Names of a site without a list and of each offered list. */
const names = ['open', ...offered].map((list) => `www.${list}.example`);

let net: TestNet;
let atGateway: Inside;
let atClient: Inside;
let atInternet: Inside;
let agent: AgentProcess;
let folder = '';
let admitted: Admittance;

const clientLink = () => `c${net.id}`;
const gatewayLink = () => `g${net.id}`;

beforeAll(async () => {
  net = await openTestNet();
  [atGateway, atClient, atInternet] = await enterAll(net);
  folder = await mkdtemp(join(tmpdir(), 'comet-gateway-'));
  const lists = join(folder, 'lists');
  await mkdir(lists);
  for (const list of offered) await writeFile(join(lists, `${list}.txt`), `${list}.example\n`);
  const certificateAuthority = await startControlPlane(atGateway);
  await atInternet.call('sites', 'serveAddress', hosts.server.ipv4, hosts.server.ipv4);
  agent = startAgent(net.namespace.gateway, {
    ...agentEnvironment(gatewayLink(), join(folder, 'state')),
    ...{ BLOCK_LISTS: lists, DNS_FILTER_PROGRAM: dnsFilterProgram, ENROL_TOKEN: 'one-time' },
  });
  await agent.logged('The gateway is ready');
  const keys = await atClient.call<{ privateKey: string; publicKey: string }>('customer', 'newKeyPair');
  const ticket = await atGateway.call<string>('control-plane', 'ticket', keys.publicKey, {});
  const endpoint = {
    ...{ host: hosts.gateway.ipv4, port: 443 },
    ...{ serverName: 'gateway.comet.test', certificateAuthority },
  };
  const given = { ticket, ...keys, serverPublicKey: await gatewayKey(net, gatewayLink()) };
  const reply = await atClient.call<Reply>('customer', 'requestAdmission', endpoint, 'present', given);
  if (reply.admittance === null) throw new Error(`not admitted: ${reply.code}`);
  admitted = reply.admittance;
  await openTunnel(atClient, clientLink(), { privateKey: keys.privateKey, admitted }, ['100.64.0.0/10']);
  await atClient.call('probes', 'untilPing', '100.64.0.1', true);
});

afterAll(async () => {
  await atClient.call('customer', 'lowerTunnel', clientLink());
  await agent.end('SIGTERM');
  await net.close();
  await rm(folder, { recursive: true, force: true });
});

/** The response code of a query by a customer; `timeout` without a response. */
async function codeOf(resolver: string, name: string, ...options: readonly string[]): Promise<string> {
  const dig = ['dig', '+tries=1', '+time=3', ...options, `@${resolver}`, name];
  const text = await run('ip', 'netns', 'exec', net.namespace.client, ...dig).catch(() => '');
  return / status: (\w+),/.exec(text)?.[1] ?? 'timeout';
}

async function blockedAt(resolver: string, ...options: readonly string[]): Promise<string[]> {
  const codes = await Promise.all(names.map((name) => codeOf(resolver, name, ...options)));
  expect(codes).not.toContain('timeout');
  return names.filter((_, index) => codes[index] === 'NXDOMAIN');
}

test('the admission reply has the addresses that each release knows, and the further lists by name', () => {
  expect(admitted.filters).toEqual(nameFilters(['ads', 'malware']));
  expect(admitted.moreBlockLists).toEqual(['adult', 'social']);
});

test('without lists every name resolves', async () => {
  expect(await blockedAt('100.64.0.1')).toEqual([]);
});

test('each set of lists blocks the names of its lists alone, of both address families, over UDP and TCP', async () => {
  const filters = nameFilters(offered);
  expect(filters).toHaveLength(15);
  for (const { address, lists } of filters) {
    const listed = lists.map((list) => `www.${list}.example`).toSorted();
    expect((await blockedAt(address, 'A')).toSorted(), address).toEqual(listed);
    expect((await blockedAt(address, 'AAAA')).toSorted(), address).toEqual(listed);
  }
  expect(await codeOf('100.64.0.33', 'social.example', '+tcp')).toBe('NXDOMAIN');
});

test('an address of a list that the gateway does not have answers nothing', async () => {
  const others = nameFilters(blockLists).filter(({ lists }) => lists.includes('gambling'));
  expect(await codeOf(others[0]?.address ?? '', 'www.open.example')).toBe('timeout');
});
