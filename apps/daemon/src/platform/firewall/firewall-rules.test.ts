import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FirewallPolicy } from './firewall.ts';
import { firewallRules } from './firewall-rules.ts';

const marks = { fwmark: 0xc0_e7, obfuscatorUid: 61_007, links: ['comet0', 'comet0-ovpn'] };
const api = [
  { host: '203.0.113.10', port: 443 },
  { host: '2001:db8:0:1::10', port: 443 },
];
const gateway = {
  address: '203.0.113.101',
  dataPlane: { transport: 'udp', port: 51_820 },
  admissionPort: 443,
} as const;
const tunnel = { link: 'comet0', ipv4: '100.64.3.4', ipv6: 'fd00:c0:e7:304::1', dns: ['100.64.0.1'] };
const overTcp = { ...gateway, dataPlane: { transport: 'tcp', port: 8443 }, admissionPort: null } as const;

const policies = {
  blocked: { kind: 'blocked', allowLan: false, api },
  connecting: { kind: 'connecting', allowLan: false, api, gateway },
  connected: { kind: 'connected', allowLan: false, gateway, tunnel },
  'connected with the LAN': { kind: 'connected', allowLan: true, gateway, tunnel },
} as const satisfies Record<string, FirewallPolicy>;

/** The carrier of OpenVPN over TCP, and of the programs that obfuscate it. */
const tcpPolicies = {
  'connecting by TCP': { kind: 'connecting', allowLan: false, api, gateway: overTcp },
  'connected by TCP': {
    kind: 'connected',
    allowLan: false,
    gateway: overTcp,
    tunnel: { ...tunnel, link: 'comet0-ovpn' },
  },
} as const satisfies Record<string, FirewallPolicy>;

const besideTunnels = 'iifname != { "comet0", "comet0-ovpn" } ';

const rules = (policy: FirewallPolicy | null): string => firewallRules(policy, marks).text;
const chain = (policy: FirewallPolicy, name: string): string[] =>
  (
    new RegExp(`chain ${name} \\{\\n([^}]*(?:\\{[^}]*\\}[^}]*)*?)\\n\\}`).exec(rules(policy))?.[1] ?? ''
  ).split('\n');

const accepted = (policy: FirewallPolicy, name: string): string[] =>
  chain(policy, name).filter((line) => line.endsWith(' accept'));

test.each(Object.entries({ ...policies, ...tcpPolicies }))('the rules of a policy: %s', (_, policy) => {
  expect(rules(policy)).toMatchSnapshot();
});

test('hosts in the tunnel may connect to the forwarded ports of the tunnel address only', () => {
  const openPorts = [
    { protocol: 'tcp', port: 8080 },
    { protocol: 'udp', port: 51_413 },
  ] as const;
  const { connected } = policies;
  const added = accepted({ ...connected, openPorts }, 'input').filter(
    (line) => !accepted(connected, 'input').includes(line),
  );
  expect(added).toEqual([
    'iifname "comet0" ip daddr 100.64.3.4 tcp dport 8080 accept',
    'iifname "comet0" ip daddr 100.64.3.4 udp dport 51413 accept',
  ]);
});

test.each(Object.values(tcpPolicies))(
  '$kind by TCP: only the data plane and the obfuscation programs set marks',
  (policy) => {
    expect(chain(policy, 'marking')).toContain(
      'meta skuid 61007 ip daddr 203.0.113.101 tcp dport 8443 meta mark set 49383',
    );
    expect(chain(policy, 'output').filter((line) => line.includes('203.0.113.101'))).toEqual([
      'meta mark 49383 ip daddr 203.0.113.101 tcp dport 8443 accept',
    ]);
    expect(chain(policy, 'input').filter((line) => line.includes('203.0.113.101'))).toEqual([
      'ip saddr 203.0.113.101 tcp sport 8443 tcp flags & (syn | ack) != syn accept',
    ]);
  },
);

describe('WireGuard over another transport', () => {
  const over = (transport: 'tcp' | 'udp', port: number) => ({ transport, port, sender: 'program' }) as const;
  const { connecting, connected } = policies;
  const toGateway = (policy: FirewallPolicy): string[] =>
    [...chain(policy, 'marking'), ...chain(policy, 'output')].filter((line) =>
      line.includes(gateway.address),
    );

  test('only the program’s user may send to its port while the tunnel is up', () => {
    const carried = { ...connected, gateway: { ...gateway, dataPlane: over('udp', 443) } };
    expect(rules(carried)).toMatchSnapshot();
    expect(toGateway(carried)).toEqual([
      'meta skuid 61007 ip daddr 203.0.113.101 udp dport 443 meta mark set 49383',
      'meta skuid 61007 meta mark 49383 ip daddr 203.0.113.101 udp dport 443 accept',
    ]);
  });

  test('only the program’s user may open further transports during a connect', () => {
    const opening = [over('udp', 443), over('tcp', 80)];
    expect(toGateway({ ...connecting, opening })).toEqual([
      'meta skuid 61007 ip daddr 203.0.113.101 udp dport 443 meta mark set 49383',
      'meta skuid 61007 ip daddr 203.0.113.101 tcp dport 80 meta mark set 49383',
      'meta mark 49383 ip daddr 203.0.113.101 udp dport 51820 accept',
      'meta skuid 61007 meta mark 49383 ip daddr 203.0.113.101 udp dport 443 accept',
      'meta skuid 61007 meta mark 49383 ip daddr 203.0.113.101 tcp dport 80 accept',
      'meta skuid 0 ip daddr 203.0.113.101 tcp dport 443 accept',
    ]);
    expect(
      accepted({ ...connecting, opening }, 'input').filter((line) => line.includes(gateway.address)),
    ).toEqual([
      'ip saddr 203.0.113.101 udp sport 51820 ct state established accept',
      'ip saddr 203.0.113.101 udp sport 443 ct state established accept',
      'ip saddr 203.0.113.101 tcp sport 80 tcp flags & (syn | ack) != syn accept',
      'ip saddr 203.0.113.101 tcp sport 443 tcp flags & (syn | ack) != syn accept',
    ]);
  });
});

test('creates no table without a policy', () => {
  expect(rules(null)).toBe('add table inet comet\ndelete table inet comet');
});

describe('in every policy', () => {
  test.each(Object.values(policies))(
    '$kind: the table is replaced in one transaction, and drops by default',
    (policy) => {
      expect(rules(policy)).toMatch(/^add table inet comet\ndelete table inet comet\ntable inet comet \{/);
      for (const hook of ['input', 'output', 'forward'])
        expect(rules(policy)).toContain(`type filter hook ${hook} priority filter; policy drop;`);
    },
  );

  test.each(Object.values(policies))(
    '$kind: DNS queries are rejected before neighbours or the tunnel are allowed',
    (policy) => {
      for (const name of ['output', 'forward']) {
        const lines = chain(policy, name);
        const refusal = lines.findIndex((line) => line.startsWith('udp dport 53 reject'));
        expect(refusal).toBeGreaterThan(-1);
        expect(lines[refusal + 1]).toBe('tcp dport 53 reject with tcp reset');
        const opening = lines.findIndex(
          (line) =>
            !line.endsWith(' dport != 53 accept') &&
            /^(oifname "comet0" (ip6? saddr .*)?accept|ip6? daddr \{ (10|fe80))/.test(line),
        );
        if (opening !== -1) expect(opening).toBeGreaterThan(refusal);
      }
    },
  );

  test.each(Object.values(policies))(
    '$kind: drops packets with a foreign source address before any refusal or delivery to neighbours',
    (policy) => {
      const lines = chain(policy, 'output');
      const strays = lines.indexOf('tcp flags & rst != rst fib saddr type != local drop');
      expect(lines[strays + 1]).toBe('meta l4proto != tcp fib saddr type != local drop');
      const refusal = lines.findIndex((line) => line.includes('reject'));
      expect(strays).toBeGreaterThan(-1);
      expect(refusal).toBeGreaterThan(strays);
    },
  );

  test.each(Object.values(policies))('$kind: the resolver program sends through tunnels only', (policy) => {
    const lines = chain(policy, 'output');
    const confined = lines.indexOf('meta skuid 61012 oifname != { "comet0", "comet0-ovpn" } drop');
    expect(confined).toBeGreaterThan(-1);
    const before = lines.slice(0, confined).filter((line) => line.endsWith('accept'));
    expect(before.filter((line) => !/^oif(name)? "?(lo|comet0)/.test(line))).toEqual([]);
  });

  test.each(Object.values(policies))(
    '$kind: only marked packets, and only to the gateway, are allowed as the tunnel’s own',
    (policy) => {
      const toGateway = chain(policy, 'output').filter((line) => line.includes('udp dport 51820'));
      expect(toGateway).toEqual(
        policy.kind === 'blocked' ? [] : ['meta mark 49383 ip daddr 203.0.113.101 udp dport 51820 accept'],
      );
    },
  );

  test.each(Object.values(policies))('$kind: only root contacts our hosts, by address', (policy) => {
    const own = chain(policy, 'output').filter((line) => line.includes('tcp dport 443'));
    for (const line of own) expect(line).toMatch(/^meta skuid 0 ip6? daddr \S+ tcp dport 443 accept$/);
    expect(own).toHaveLength({ blocked: 2, connecting: 3, connected: 0 }[policy.kind]);
  });
});

test('a bridge may be contacted by the user of the obfuscation programs only', () => {
  const bridge = { host: '198.51.100.7', port: 9443, sender: 'program' } as const;
  const lines = chain({ kind: 'blocked', allowLan: false, api: [bridge] }, 'output');
  expect(lines.filter((line) => line.includes('198.51.100.7'))).toEqual([
    'meta skuid 61007 ip daddr 198.51.100.7 tcp dport 9443 accept',
  ]);
});

test.each(Object.values(policies))('$kind: a tunnel’s address is a source on its own link only', (policy) => {
  expect(chain(policy, 'tunnel_sources')).toEqual([
    'type filter hook postrouting priority srcnat + 10; policy accept;',
    'oif "lo" accept',
    ...(policy.kind === 'connected' ? ['oifname "comet0" accept'] : []),
    'ip saddr 100.64.0.0/10 fib saddr . oif type != local drop',
    'ip6 saddr fd00:c0:e7::/48 fib saddr . oif type != local drop',
  ]);
});

test('drops packets for the tunnel’s addresses on another link (CVE-2019-14899)', () => {
  expect(chain(policies.connected, 'prerouting')).toEqual(
    expect.arrayContaining(['ip daddr 100.64.3.4 drop', 'ip6 daddr fd00:c0:e7:304::1 drop']),
  );
  expect(accepted(policies.connected, 'prerouting')).toEqual(['iif "lo" accept', 'iifname "comet0" accept']);
});

test('the first rules accept tunnel traffic, but no DNS', () => {
  expect(chain(policies.connected, 'input').slice(1, 3)).toEqual([
    'iif "lo" accept',
    'iifname "comet0" ct state established,related accept',
  ]);
  const early = chain(policies.connected, 'output').slice(1, 6);
  expect(early).toEqual([
    'oif "lo" accept',
    ...['ip saddr 100.64.3.4', 'ip6 saddr fd00:c0:e7:304::1'].flatMap((own) => [
      `oifname "comet0" ${own} tcp dport != 53 accept`,
      `oifname "comet0" ${own} udp dport != 53 accept`,
    ]),
  ]);
  for (const policy of [policies.blocked, policies.connecting])
    expect(rules(policy)).not.toContain('dport != 53');
});

test('treats the address at the first of two gateways as the tunnel’s as soon as the link may have it', () => {
  const through = { link: 'comet0', address: '203.0.113.101', wireguardPort: 51_820, admissionPort: 443 };
  const connected = { ...policies.connected, tunnel: { ...tunnel, hop: '100.64.9.9' }, through };
  expect(chain(connected, 'prerouting')).toContain('ip daddr 100.64.9.9 drop');
  expect(chain({ ...policies.connecting, through }, 'prerouting')).toContain(
    'iifname != "lo" fib daddr type local fib daddr . iif type != local drop',
  );
});

test('accepts no neighbour, router or DHCP traffic from the tunnel', () => {
  const lines = chain(policies.connected, 'input').filter((line) =>
    /icmpv6 type .*nd-|udp sport (67|547)/.test(line),
  );
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line.startsWith(besideTunnels)).toBe(true);
});

test.each(Object.values(policies))('$kind: the LAN is no source of packets from a tunnel', (policy) => {
  const lan: FirewallPolicy = { ...policy, allowLan: true };
  const lines = ['input', 'forward'].flatMap((name) =>
    chain(lan, name).filter((line) => /ip6? saddr \{/.test(line)),
  );
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line.startsWith(besideTunnels)).toBe(true);
});

test('allows no connection outside the tunnel that existed before it', () => {
  for (const policy of Object.values(policies))
    for (const line of [...chain(policy, 'output'), ...chain(policy, 'forward')])
      if (line.includes('established')) expect(line).toMatch(/^iifname "comet0" /);
});

test('rejects a value that is not an address or a port', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^[0-9a-fA-F.:/]+$/.test(text));
      const policy: FirewallPolicy = {
        ...policies.connecting,
        gateway: { ...gateway, address: `${text} accept` },
      };
      expect(() => rules(policy)).toThrow(TypeError);
    }),
  );
});

test('reaches the second gateway of two only through the link', () => {
  const through = { link: 'comet0', address: '203.0.113.101', wireguardPort: 51_820, admissionPort: 443 };
  const gateway = {
    address: '203.0.113.102',
    dataPlane: { transport: 'udp', port: 51_820 },
    admissionPort: 443,
  } as const;
  const { text } = firewallRules(
    { kind: 'connecting', allowLan: false, api: [], gateway, through },
    { ...marks, fwmark: 7 },
  );
  const lines = text.split('\n').filter((line) => line.includes('203.0.113.101'));
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).toMatch(/^[io]ifname "comet0" /);
});
