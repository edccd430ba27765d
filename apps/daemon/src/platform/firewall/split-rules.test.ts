import { expect, test } from 'vitest';
import { splitRouting, splitRules, type SplitPlan } from './split-rules.ts';

const plan: SplitPlan = {
  mode: 'exclude',
  networks: ['203.0.113.0/24', '2001:db8::/32'],
  cgroups: [{ path: 'comet.split', level: 1, inode: 7 }],
  routeLinks: ['wg-r1', 'wg-r2'],
  tunnelDns: ['100.64.0.1'],
};
/** Of local proxies to locations, and of the daemon in the tunnels to them. */
const ownTraffic = [
  'meta skuid 0 meta l4proto { tcp, udp } th sport 61000-61999 accept',
  'meta skuid 0 oifname { "wg-r1", "wg-r2" } accept',
];

/** The lines of one chain. */
function chain(given: SplitPlan, name: string): readonly string[] {
  const [, body = ''] = splitRules(given).text.split(`chain ${name} {\n`);
  return body.slice(0, body.indexOf('\n}')).split('\n').slice(1);
}
const out = 'meta mark set 49384 ct mark set 49384 accept';

test('creates no table without split tunnelling', () => {
  expect(splitRules({ ...plan, mode: 'off' }).text).toBe(
    'add table inet comet_split\ndelete table inet comet_split',
  );
});

test('sends excluded programs and networks outside, but not their DNS queries', () => {
  expect(chain(plan, 'marking')).toEqual([
    'oifname "lo" accept',
    'meta skuid 61012 accept',
    ...ownTraffic,
    'meta mark { 49392, 49393, 49394, 49395, 49396 } accept',
    'ip daddr 100.64.0.1 meta l4proto { tcp, udp } th dport 53 accept',
    `socket cgroupv2 level 1 "comet.split" ${out}`,
    'meta mark != 0 accept',
    'ip daddr 100.64.0.0/25 accept',
    'ip6 daddr fd00:c0:e7::/121 accept',
    `ip daddr 203.0.113.0/24 th dport != 53 ${out}`,
    `ip6 daddr 2001:db8::/32 th dport != 53 ${out}`,
    `ip daddr 203.0.113.0/24 meta l4proto { icmp, ipv6-icmp } ${out}`,
    `ip6 daddr 2001:db8::/32 meta l4proto { icmp, ipv6-icmp } ${out}`,
  ]);
});

test('sends included programs, networks and all DNS inside, and the rest outside', () => {
  expect(chain({ ...plan, mode: 'include' }, 'marking')).toEqual([
    'oifname "lo" accept',
    'meta skuid 61012 accept',
    ...ownTraffic,
    'meta mark { 49392, 49393, 49394, 49395, 49396 } accept',
    'meta mark != 0 accept',
    'ip daddr 100.64.0.0/25 accept',
    'ip6 daddr fd00:c0:e7::/121 accept',
    'ip daddr 100.64.0.1 meta l4proto { tcp, udp } th dport 53 accept',
    'socket cgroupv2 level 1 "comet.split" accept',
    'ip daddr 203.0.113.0/24 accept',
    'ip6 daddr 2001:db8::/32 accept',
    out,
  ]);
});

test('matches a program at any depth of its cgroup', () => {
  const path = String.raw`user.slice/user-1000.slice/user@1000.service/app.slice/app-a\x2db-1.scope/comet.split`;
  const cgroups = [...plan.cgroups, { path, level: 6, inode: 8 }];
  expect(chain({ ...plan, cgroups }, 'marking')).toContain(`socket cgroupv2 level 6 "${path}" ${out}`);
});

test('included programs cannot query this machine’s stub while the machine uses its own resolver', () => {
  const include = { ...plan, mode: 'include' } as const;
  expect(chain({ ...include, tunnelDns: [] }, 'names').join()).toContain(
    '"comet.split" oifname "lo" udp dport 53 reject',
  );
  expect(chain(include, 'names').join()).toBe('');
});

test('rejects user input that would become a rule', () => {
  expect(() => splitRules({ ...plan, networks: ['0.0.0.0/0 accept'] })).toThrow(TypeError);
  expect(() => splitRules({ ...plan, cgroups: [{ path: '"; drop', level: 1, inode: 7 }] })).toThrow(
    TypeError,
  );
  expect(() => splitRules({ ...plan, cgroups: [{ path: '../comet', level: 1, inode: 7 }] })).toThrow(
    TypeError,
  );
});

test('routes marked packets by the main table, before any rule of the tunnel', () => {
  expect(splitRouting('rule-add')).toEqual(
    [4, 6].map((family) => ({ kind: 'rule-add', family, priority: 4980, fwmark: 0xc0e8, table: 254 })),
  );
});
