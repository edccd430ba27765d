import { expect, test } from 'vitest';
import type { FirewallPolicy } from './firewall.ts';
import { firewallRules } from './firewall-rules.ts';

const marks = { fwmark: 0xc0_e7, obfuscatorUid: 61_007, links: ['comet0'] };
const connected = {
  kind: 'connected',
  gateway: {
    address: '203.0.113.101',
    dataPlane: { transport: 'udp', port: 51_820 },
    admissionPort: 443,
  },
  tunnel: { link: 'comet0', ipv4: '100.64.3.4', ipv6: 'fd00:c0:e7:304::1', dns: ['100.64.0.1'] },
} as const;
const linesOf = (policy: FirewallPolicy): string[] => firewallRules(policy, marks).text.split('\n');

test('only the resolver program may query a DNS server in the local network, and only where that is allowed', () => {
  const added = (allowLan: boolean) => {
    const without = linesOf({ ...connected, allowLan });
    return linesOf({ ...connected, allowLan, lanDns: ['10.0.0.53', 'fd12::53'] }).filter(
      (line) => !without.includes(line),
    );
  };
  const query = 'meta skuid 61012 oifname != { "comet0" }';
  expect(added(true)).toEqual([
    `${query} ip daddr 10.0.0.53 udp dport 53 accept`,
    `${query} ip daddr 10.0.0.53 tcp dport 53 accept`,
    `${query} ip6 daddr fd12::53 udp dport 53 accept`,
    `${query} ip6 daddr fd12::53 tcp dport 53 accept`,
  ]);
  expect(added(false)).toEqual([]);
});
