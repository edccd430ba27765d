import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockedMark, exitLinkGroup } from '../routing/exit-slot.ts';
import { ruleset, type RulesetPlan } from './ruleset.ts';

/** A gateway between the tunnels of two customers and two sites, one of them behind an exit. */
const gateway = `comet-gw-f-${process.pid % 100_000}`;
const spaces = { wg0: `${gateway}-c`, eth0: `${gateway}-s`, exit0: `${gateway}-e` };
const [one, other] = ['100.64.0.2', '100.64.0.3'];
const site = '203.0.113.2';
const beyondExit = '198.51.100.2';

const plan: RulesetPlan = {
  tunnels: ['wg0'],
  openvpn: { users: [70_001], udpPort: 1194, tcpPort: 1195, hiddenPorts: [] },
  uplink: 'eth0',
  wireguardPort: 51_820,
  doorPort: 443,
  gateway4: '100.64.0.1',
  gateway6: 'fd00:c0:e7::1',
  network4: '100.64.0.0/10',
  network6: 'fd00:c0:e7::/64',
  filters4: [],
  resolver: '192.0.2.53',
  proxyPorts: [],
  exits: {
    blockedSessions: [],
    resolver: '192.0.2.53',
    tproxy: false,
    ports: { first: 52_000, last: 52_999 },
  },
};

function inside(namespace: string, argv: readonly string[], input = '') {
  return spawnSync('ip', ['netns', 'exec', namespace, ...argv], { input, encoding: 'utf8' });
}

function must(namespace: string, argv: readonly string[], input?: string): void {
  const { status, stderr } = inside(namespace, argv, input);
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
}

const ip = (namespace: string, words: string) => must(namespace, ['ip', ...words.split(' ')]);
const flows = () => Number(inside(gateway, ['sysctl', '-n', 'net.netfilter.nf_conntrack_count']).stdout);

/** Opens flows from one of the customers' addresses, each by one datagram. */
function open(count: number, from: string, to: string): void {
  const script = `import { createSocket } from 'node:dgram';
for (let port = 10_000; port < ${10_000 + count}; port += 1)
  await new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('error', resolve);
    socket.once('close', resolve);
    socket.bind(port, '${from}', () => socket.send('x', 9_999, '${to}', () => socket.close()));
  });`;
  must(spaces.wg0, [process.execPath, '--input-type=module', '-e', script]);
}

beforeAll(() => {
  for (const name of [gateway, ...Object.values(spaces)]) spawnSync('ip', ['netns', 'add', name]);
  for (const [link, space] of Object.entries(spaces)) {
    ip(gateway, `link add ${link} type veth peer name far netns ${space}`);
    ip(gateway, `link set dev ${link} up`);
    ip(space, 'link set dev far up');
  }
  ip(gateway, 'address add 100.64.0.1/10 dev wg0');
  ip(gateway, 'address add 203.0.113.1/24 dev eth0');
  ip(gateway, 'address add 198.51.100.1/24 dev exit0');
  ip(gateway, `link set dev exit0 group ${exitLinkGroup}`);
  must(gateway, ['sysctl', '-qw', 'net.ipv4.ip_forward=1']);
  // The flows stay until they are counted.
  must(gateway, ['sysctl', '-qw', 'net.netfilter.nf_conntrack_udp_timeout=600']);
  for (const address of [one, other]) ip(spaces.wg0, `address add ${address}/10 dev far`);
  ip(spaces.wg0, 'route add default via 100.64.0.1');
  ip(spaces.eth0, `address add ${site}/24 dev far`);
  ip(spaces.exit0, `address add ${beyondExit}/24 dev far`);
  ip(spaces.exit0, 'route add default via 198.51.100.1');
});

afterAll(() => {
  for (const name of [gateway, ...Object.values(spaces)]) spawnSync('ip', ['netns', 'delete', name]);
});

test('a session opens a limited number of flows, and others are not affected', () => {
  must(gateway, ['nft', '-f', '-'], ruleset(plan).text);
  open(8_192 + 100, one, site);
  // The kernel is not exact where it examines flows while they are created.
  expect(flows()).toBeGreaterThan(8_192 - 50);
  expect(flows()).toBeLessThanOrEqual(8_192);
  const before = flows();
  open(10, other, site);
  expect(flows()).toBe(before + 10);
  // To the gateway itself they count as well.
  open(10, one, plan.gateway4);
  expect(flows()).toBe(before + 10);
});

test('a session opens fewer flows through an exit', () => {
  must(gateway, ['conntrack', '-F']);
  must(gateway, ['nft', '-f', '-'], ruleset(plan).text);
  const marks = [one, other].map((address) => `${address} : ${blockedMark}`).join(', ');
  must(gateway, ['nft', `add element inet comet_gateway exit_of4 { ${marks} }`]);
  open(2_100, one, beyondExit);
  expect(flows()).toBeGreaterThan(2_000 - 50);
  expect(flows()).toBeLessThanOrEqual(2_000);
  const before = flows();
  open(10, other, beyondExit);
  expect(flows()).toBe(before + 10);
});
