import { expect, test } from 'vitest';
import type { FirewallPolicy } from './firewall.ts';
import { firewallRules } from './firewall-rules.ts';
import { routeMarks } from './route-marks.ts';

const marks = { fwmark: 0xc0_e7, obfuscatorUid: 61_007, links: ['comet0', 'comet0-ovpn', 'comet0-r1'] };
const gateway = (address: string) => ({
  ...{ address, dataPlane: { transport: 'udp', port: 51_820 } as const, admissionPort: null },
});
const policy: FirewallPolicy = {
  ...{ kind: 'connected', allowLan: false, gateway: gateway('203.0.113.1') },
  tunnel: { link: 'comet0', ipv4: '100.64.0.2', ipv6: 'fd00:c0:e7::2', dns: ['100.64.0.1'] },
};
const tunnel = { link: 'comet0-r1', mark: routeMarks.slots[0], ipv4: '100.64.9.2', ipv6: 'fd00:c0:e7:9::2' };
const accepted = (mark: number) => `meta mark ${mark} ct mark & 4294901760 == ${mark * 65_536} accept`;

test('without routes nothing with their marks is accepted', () => {
  expect(firewallRules(policy, marks).text).not.toContain(String(routeMarks.slots[0]));
});

test('routes open the firewall for their own gateways, marks and links only', () => {
  const routed = { direct: false, tunnels: [tunnel], gateways: [gateway('203.0.113.9')] };
  const { text } = firewallRules({ ...policy, routed }, marks);
  expect(text).toContain('meta mark 49383 ip daddr 203.0.113.9 udp dport 51820 accept');
  expect(text).toContain(accepted(routeMarks.slots[0]));
  expect(text).not.toContain(accepted(routeMarks.slots[1]));
  expect(text).not.toContain(accepted(routeMarks.direct));
  expect(text).toContain('iifname "comet0-r1" ct state established,related accept');
  expect(text).toContain('iifname != "comet0-r1" ip daddr 100.64.9.2 drop');
  const direct = firewallRules({ ...policy, routed: { ...routed, direct: true } }, marks).text;
  expect(direct).toContain(accepted(routeMarks.direct));
});
