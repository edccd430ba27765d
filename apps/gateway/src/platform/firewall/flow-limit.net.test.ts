import { createRouterNamespace, type RouterNamespace } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockedMark, exitLinkGroup } from '../routing/exit-slot.ts';
import { ruleset, type RulesetPlan } from './ruleset.ts';

const [one, other] = ['100.64.0.2', '100.64.0.3'];
const site = '203.0.113.2';
const beyondExit = '198.51.100.2';

const plan: RulesetPlan = {
  tunnels: ['wg0'],
  openvpn: { users: [70_001], udpPort: 1194, tcpPort: 1195, hiddenPorts: [] },
  uplink: 'eth0',
  wireguardPort: 51_820,
  wireguardExtraPorts: [],
  scrambledPorts: [],
  admissionPort: 443,
  transports: { user: 70_003, tcpPorts: [], udpPorts: [] },
  socksUser: 70_004,
  gateway4: '100.64.0.1',
  gateway6: 'fd00:c0:e7::1',
  network4: '100.64.0.0/10',
  network6: 'fd00:c0:e7::/64',
  filters4: [],
  resolver: '192.0.2.53',
  proxyPorts: [],
  forwardedPorts: null,
  exits: {
    blockedSessions: [],
    resolver: '192.0.2.53',
    tproxy: false,
    ports: { first: 52_000, last: 52_999 },
  },
};

/** A gateway between the tunnels of two customers and two sites, one of them behind an exit. */
let gateway: RouterNamespace;

const open = (count: number, from: string, to: string) =>
  gateway.openFlows({ behind: 'wg0', from, to, count });
const apply = () => gateway.run(['nft', '-f', '-'], { input: ruleset(plan).text });

beforeAll(() => {
  gateway = createRouterNamespace('gateway', ['wg0', 'eth0', 'exit0']);
  const addresses = { wg0: '100.64.0.1/10', eth0: '203.0.113.1/24', exit0: '198.51.100.1/24' };
  for (const [link, address] of Object.entries(addresses))
    gateway.run(['ip', 'address', 'add', address, 'dev', link]);
  gateway.run(['ip', 'link', 'set', 'dev', 'exit0', 'group', String(exitLinkGroup)]);
  for (const address of [one, other])
    gateway.run(['ip', 'address', 'add', `${address}/10`, 'dev', 'far'], { behind: 'wg0' });
  gateway.run(['ip', 'route', 'add', 'default', 'via', '100.64.0.1'], { behind: 'wg0' });
  gateway.run(['ip', 'address', 'add', `${site}/24`, 'dev', 'far'], { behind: 'eth0' });
  gateway.run(['ip', 'address', 'add', `${beyondExit}/24`, 'dev', 'far'], { behind: 'exit0' });
  gateway.run(['ip', 'route', 'add', 'default', 'via', '198.51.100.1'], { behind: 'exit0' });
});

afterAll(() => gateway.remove());

test('a session opens a limited number of flows, and others are not affected', () => {
  apply();
  open(8_192 + 100, one, site);
  // The kernel is not exact where it examines flows while they are created.
  expect(gateway.countFlows()).toBeGreaterThan(8_192 - 50);
  expect(gateway.countFlows()).toBeLessThanOrEqual(8_192);
  const before = gateway.countFlows();
  open(10, other, site);
  expect(gateway.countFlows()).toBe(before + 10);
  // To the gateway itself they count as well.
  open(10, one, plan.gateway4);
  expect(gateway.countFlows()).toBe(before + 10);
});

test('a session opens fewer flows through an exit', () => {
  gateway.run(['conntrack', '-F']);
  apply();
  const marks = [one, other].map((address) => `${address} : ${blockedMark}`).join(', ');
  gateway.run(['nft', `add element inet comet_gateway exit_of4 { ${marks} }`]);
  open(2_100, one, beyondExit);
  expect(gateway.countFlows()).toBeGreaterThan(2_000 - 50);
  expect(gateway.countFlows()).toBeLessThanOrEqual(2_000);
  const before = gateway.countFlows();
  open(10, other, beyondExit);
  expect(gateway.countFlows()).toBe(before + 10);
});
