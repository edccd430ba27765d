import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FirewallPolicy } from './firewall.ts';
import { firewallRules } from './firewall-rules.ts';
import { pastAddresses, pastSourceGuard } from './firewall-sources.ts';

const execute = promisify(execFile);
const namespace = `comet-cd-s-${process.pid % 100_000}`;
const marks = { fwmark: 0xc0_e7, obfuscatorUid: 61_007, links: ['comet0', 'comet0-ovpn'] };
const gone = { ipv4: '100.64.7.7', ipv6: 'fd00:c0:e7:7::7' };
const api = [
  { host: '203.0.113.10', port: 4444 },
  { host: '2001:db8:1::10', port: 4444 },
];
const gateway = {
  address: '203.0.113.101',
  dataPlane: { transport: 'udp', port: 51_820 },
  admissionPort: 4444,
} as const;
const tunnel = { link: 'comet0', ipv4: '100.64.3.4', ipv6: 'fd00:c0:e7:304::1', dns: ['100.64.0.1'] };
const policies: readonly FirewallPolicy[] = [false, true].flatMap((allowLan) => [
  { kind: 'blocked', allowLan, api },
  { kind: 'connecting', allowLan, api, gateway },
  { kind: 'connected', allowLan, gateway, tunnel },
]);

/** A network link with shared addresses (RFC 6598) and unique local ones, a default route of both families, and a tunnel's link. */
const network = [
  'link set lo up',
  'link add cable type veth peer name far',
  'link set far up',
  'link set cable up',
  'address add 100.64.200.10/24 dev cable',
  'address add fd12:3456:789a::10/64 dev cable nodad',
  'neighbour add 100.64.200.1 lladdr 02:00:00:00:00:01 dev cable nud permanent',
  'neighbour add fd12:3456:789a::1 lladdr 02:00:00:00:00:01 dev cable nud permanent',
  'route add default via 100.64.200.1 dev cable',
  'route add default via fd12:3456:789a::1 dev cable',
  'link add comet0 type veth peer name beyond',
  'link set beyond up',
  'link set comet0 up',
  `address add ${tunnel.ipv4}/32 dev comet0`,
  `address add ${tunnel.ipv6}/128 dev comet0 nodad`,
  '',
].join('\n');

beforeAll(() => {
  spawnSync('ip', ['netns', 'add', namespace]);
  must(['ip', '-batch', '-'], network);
  // Simulates a socket that was bound while the machine had the address.
  for (const family of ['ipv4', 'ipv6']) must(['sysctl', '-qw', `net.${family}.ip_nonlocal_bind=1`]);
});
afterAll(() => void spawnSync('ip', ['netns', 'delete', namespace]));

function run(argv: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('ip', ['netns', 'exec', namespace, ...argv], { input, encoding: 'utf8' });
}

function must(argv: readonly string[], input?: string): void {
  const { status, stderr } = run(argv, input);
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
}

interface Pair {
  readonly source: string;
  readonly to: string;
}

/**
 * Returns the number of TCP and UDP packets that leave by the network link with one of these sources, while root sends from each to its
 * target under `rules`.
 */
async function leaving(rules: string, ...pairs: readonly Pair[]): Promise<number> {
  const counters = pairs.map(
    ({ source }) =>
      `oifname "cable" ${source.includes(':') ? 'ip6' : 'ip'} saddr ${source} meta l4proto { tcp, udp } counter;`,
  );
  const counting = `table inet counted { chain out { type filter hook postrouting priority 300; ${counters.join(' ')} }; }`;
  expect(run(['nft', '-f', '-'], `${rules}\n${counting}`)).toMatchObject({ status: 0, stderr: '' });
  const digs = pairs.flatMap(({ source, to }) =>
    ['+tcp', '+notcp'].map((transport) =>
      execute('ip', [
        ...['netns', 'exec', namespace, 'dig', transport, '+tries=1', '+time=1'],
        ...['-p', '4444', '-b', source, `@${to}`, 'a.test'],
      ]).catch(() => undefined),
    ),
  );
  await Promise.all(digs);
  const { stdout } = run(['nft', 'list', 'table', 'inet', 'counted']);
  run(['nft', 'delete', 'table', 'inet', 'counted']);
  const counts = [...stdout.matchAll(/counter packets (\d+)/g)].map(([, packets]) => Number(packets));
  expect(counts).toHaveLength(pairs.length);
  return counts.reduce((sum, packets) => sum + packets, 0);
}

const [api4, api6] = ['203.0.113.10', '2001:db8:1::10'] as const;
const router = 'fd12:3456:789a::1';
const pairs: readonly Pair[] = [
  { source: gone.ipv4, to: api4 },
  { source: gone.ipv6, to: api6 },
  { source: gone.ipv4, to: gateway.address },
  { source: gone.ipv6, to: router },
  { source: tunnel.ipv4, to: api4 },
  { source: tunnel.ipv4, to: gateway.address },
  { source: tunnel.ipv6, to: api6 },
  { source: tunnel.ipv6, to: router },
];

test.each(policies)(
  '$kind, neighbours reachable: $allowLan: nothing leaves from the address of a tunnel',
  async (policy) => {
    expect(await leaving(firewallRules(policy, marks).text, ...pairs)).toBe(0);
  },
);

test('control: without the guard, root’s connections to the API and the gateway leave from the address of a tunnel', async () => {
  const { text } = firewallRules({ kind: 'connecting', allowLan: false, api, gateway }, marks);
  for (const pair of [
    // With IPv4 the kernel itself sends nothing from an address that it does not have.
    { source: gone.ipv6, to: api6 },
    { source: tunnel.ipv4, to: api4 },
    { source: tunnel.ipv4, to: gateway.address },
    { source: tunnel.ipv6, to: api6 },
  ])
    expect(await leaving(withoutGuard(text), pair), `${pair.source} > ${pair.to}`).toBeGreaterThan(0);
});

test('traffic of split tunnelling leaves only from the address of its link', async () => {
  const split = `add table inet split
delete table inet split
table inet split {
chain marking { type route hook output priority mangle; meta mark set 49384 ct mark set 49384; }
}`;
  const { text } = firewallRules(
    { kind: 'connected', allowLan: false, gateway, tunnel, splitOutside: true },
    marks,
  );
  try {
    const pair = { source: tunnel.ipv4, to: '203.0.113.99' };
    expect(await leaving(`${text}\n${split}`, pair)).toBe(0);
    expect(await leaving(`${withoutGuard(text)}\n${split}`, pair)).toBeGreaterThan(0);
  } finally {
    run(['nft', 'delete', 'table', 'inet', 'split']);
  }
});

test('a link with its own shared or unique local address continues to reach the API and its neighbours', async () => {
  const blocked = firewallRules({ kind: 'blocked', allowLan: true, api }, marks).text;
  expect(await leaving(blocked, { source: '100.64.200.10', to: api4 })).toBeGreaterThan(0);
  expect(await leaving(blocked, { source: 'fd12:3456:789a::10', to: api6 })).toBeGreaterThan(0);
  for (const policy of policies.filter(({ allowLan }) => allowLan))
    expect(
      await leaving(firewallRules(policy, marks).text, { source: 'fd12:3456:789a::10', to: router }),
    ).toBeGreaterThan(0);
});

test('drops only packets from the address of a past tunnel if no other rules apply', async () => {
  const past = pastAddresses();
  past.add({ ...tunnel, hop: '100.64.9.9', ...gone });
  past.add(tunnel);
  const none = firewallRules(null, marks).text;
  const rules = `${none}\n${pastSourceGuard(past.all()).text}`;
  expect(await leaving(rules, ...pairs, { source: '100.64.9.9', to: api4 })).toBe(0);
  expect(await leaving(rules, { source: '100.64.200.10', to: api4 })).toBeGreaterThan(0);
  expect(await leaving(rules, { source: 'fd12:3456:789a::10', to: router })).toBeGreaterThan(0);
  // An address of another program's tunnel, which the guard must not affect.
  expect(await leaving(rules, { source: 'fd00:c0:e7:8::8', to: api6 })).toBeGreaterThan(0);
  const without = `${none}\n${pastSourceGuard([]).text}`;
  for (const pair of [
    { source: gone.ipv6, to: api6 },
    { source: tunnel.ipv4, to: api4 },
    { source: tunnel.ipv6, to: router },
  ])
    expect(await leaving(without, pair), `${pair.source} > ${pair.to}`).toBeGreaterThan(0);
});

/** The same rules without the guard over source addresses. */
function withoutGuard(rules: string): string {
  const removed = rules.replaceAll(/^.* fib saddr \. oif type != local drop$/gm, '');
  expect(removed).not.toBe(rules);
  return removed;
}
