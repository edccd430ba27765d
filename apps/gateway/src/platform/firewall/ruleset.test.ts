import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestFreePortRange, ruleset } from './ruleset.ts';

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

test('a setting cannot inject a rule', () => {
  const plan = {
    tunnels: ['wg0', 'ovu-wg0'],
    openvpn: { users: [70_001], udpPort: 1194, tcpPort: 1195, hiddenPorts: [8443] },
    uplink: 'eth0" accept #',
    wireguardPort: 51_820,
    wireguardExtraPorts: [53, 4500],
    doorPort: 443,
    gateway4: '100.64.0.1',
    gateway6: 'fd00:c0:e7::1',
    network4: '100.64.0.0/10',
    network6: 'fd00:c0:e7::/64',
    filters4: [],
    resolver: '192.0.2.53',
    proxyPorts: [8080, 1080],
    exits: {
      blockedSessions: [],
      resolver: '192.0.2.53',
      tproxy: true,
      ports: { first: 52_000, last: 52_999 },
    },
  };
  expect(() => ruleset(plan)).toThrow(TypeError);
});
