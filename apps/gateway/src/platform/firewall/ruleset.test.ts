import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestFreePortRange, ruleset, type RulesetPlan } from './ruleset.ts';

const port = fc.integer({ min: 1, max: 65_535 });

test('the NAT range excludes the listening ports and has more than 20,000 others', () => {
  fc.assert(
    fc.property(port, port, (one, other) => {
      const { first, last } = largestFreePortRange(one, other);
      expect(first).toBeGreaterThanOrEqual(1024);
      expect(last).toBeLessThanOrEqual(65_535);
      expect(last - first).toBeGreaterThan(20_000);
      for (const taken of [one, other]) expect(taken >= first && taken <= last).toBe(false);
    }),
  );
});

const plan: RulesetPlan = {
  tunnels: ['wg0', 'ovu-wg0'],
  openvpn: { users: [70_001], udpPort: 1194, tcpPort: 1195, hiddenPorts: [8443] },
  uplink: 'eth0',
  wireguardPort: 51_820,
  wireguardExtraPorts: [53, 4500],
  scrambledPorts: [],
  admissionPort: 443,
  transports: { user: 70_003, tcpPorts: [], udpPorts: [] },
  gateway4: '100.64.0.1',
  gateway6: 'fd00:c0:e7::1',
  network4: '100.64.0.0/10',
  network6: 'fd00:c0:e7::/64',
  filters4: [],
  resolver: '192.0.2.53',
  socksUser: 70_004,
  proxyPorts: [8080, 1080],
  forwardedPorts: null,
  exits: {
    blockedSessions: [],
    resolver: '192.0.2.53',
    tproxy: true,
    ports: { first: 52_000, last: 52_999 },
  },
};

test('a setting cannot inject a rule', () => {
  expect(() => ruleset({ ...plan, uplink: 'eth0" accept #' })).toThrow(TypeError);
});

test('customers’ connections never leave from a forwarded port', () => {
  const { text } = ruleset({ ...plan, forwardedPorts: { first: 20_000, last: 29_999 } });
  expect(text).toContain('th dport 20000-29999 dnat ip to');
  const ranges = [...text.matchAll(/(?:masquerade to |address_of4 ): ?(\d+)-(\d+)/g)];
  expect(ranges).not.toEqual([]);
  for (const [, first, last] of ranges)
    expect([
      Number(first) > 29_999 || Number(last) < 20_000,
      Number(first) > 52_999 || Number(last) < 52_000,
    ]).toEqual([true, true]);
});

test('without forwarded ports nothing is reachable on the port of NAT-PMP', () => {
  const { text } = ruleset(plan);
  expect(text).not.toContain('5351');
  expect(text).not.toContain('forwards4');
});

test('transports are untracked at their UDP ports, and reach only WireGuard and the admission endpoint', () => {
  const transports = { user: 70_003, tcpPorts: [80, 443], udpPorts: [443] };
  const { text } = ruleset({ ...plan, transports });
  expect(text).toContain('iifname "eth0" udp dport { 51820, 1194, 443 } notrack');
  expect(text).toContain('oifname "eth0" udp sport { 51820, 1194, 443 } notrack');
  const [, own = ''] = /chain own \{[^\n]+\n([^]+?\n) {2}\}/.exec(text) ?? [];
  expect(own.split('\n', 4).map((line) => line.trim())).toEqual([
    'meta skuid { 70001 } jump hidden',
    'udp sport { 443 } oifname != "eth0" reject with icmpx admin-prohibited',
    'tcp sport { 80, 443 } tcp flags & (syn | ack) == syn reject with icmpx admin-prohibited',
    'meta skuid 70003 jump transports',
  ]);
  const [, chain = ''] = /chain transports \{\n([^]+?\n) {2}\}/.exec(text) ?? [];
  expect(chain.split('\n').map((line) => line.trim())).toEqual([
    'ct state established,related accept',
    'oifname "lo" ip daddr 127.0.0.1 udp dport 51820 accept',
    'oifname "lo" ip daddr 127.0.0.1 tcp dport 5295 accept',
    'reject with icmpx admin-prohibited',
    '',
  ]);
});

test('without transports there are no rules for them', () => {
  expect(ruleset(plan).text).not.toMatch(/transports|70003|5295/);
});

test('the SOCKS5 proxy in the tunnel is reached from tunnels only, without an exit, and reaches what a tunnel reaches', () => {
  const { text } = ruleset(plan);
  const lines = text.split('\n').map((line) => line.trim());
  const accepting = lines.findIndex((line) => line.endsWith('accept') && line.startsWith('iifname !='));
  for (const service of ['ip daddr 100.64.0.1 tcp dport 7687', 'ip daddr 100.64.0.1 udp dport 7688-7703']) {
    const refused = [
      `iifname != { "lo", "wg0", "ovu-wg0" } ${service} drop`,
      `${service} meta mark != 0 reject with icmpx admin-prohibited`,
    ].map((rule) => lines.indexOf(rule));
    expect(Math.min(...refused)).toBeGreaterThan(0);
    expect(Math.max(...refused)).toBeLessThan(accepting);
    expect(lines).toContain(`${service} meta mark 0 accept`);
  }
  const [, chain = ''] = /chain tunnel_socks \{\n([^]+?\n) {2}\}/.exec(text) ?? [];
  const rules = chain.trim().split('\n');
  expect(rules[1]?.trim()).toBe('fib daddr type local reject with icmpx admin-prohibited');
  expect(rules.at(-1)?.trim()).toBe('reject with icmpx admin-prohibited');
});
