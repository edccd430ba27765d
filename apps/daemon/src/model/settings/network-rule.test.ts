import { freshSettings, type NetworkRule } from '@comet/tunnel-protocol';
import { transportChoices } from '@comet/tunnel-protocol/choices';
import { expect, test } from 'vitest';
import { isEmptyRule, withNetworkRule } from './network-rule.ts';

const empty: NetworkRule = {
  ...{ id: '0'.repeat(32), name: 'home' },
  ...{ connect: null, server: null, transport: null, allowLan: null, dns: null },
};

test('changes only what the rule contains', () => {
  const settings = { ...freshSettings, blockLists: { ...freshSettings.blockLists, ads: true } };
  expect(withNetworkRule(settings, null)).toBe(settings);
  expect(withNetworkRule(settings, empty)).toEqual(settings);
  expect(isEmptyRule(empty)).toBe(true);
  const dns = { servers: ['9.9.9.9'] };
  const rule = { ...empty, server: 'nl-ams', allowLan: true, dns };
  expect(isEmptyRule(rule)).toBe(false);
  expect(withNetworkRule(settings, rule)).toEqual({
    ...settings,
    ...{ server: 'nl-ams', allowLan: true, dns, blockLists: freshSettings.blockLists },
  });
});

test.each([
  [false, false, true, true],
  [false, true, false, false],
  // Under lockdown a rule only restricts.
  [true, false, true, false],
  [true, true, true, true],
  [true, true, false, false],
])('lockdown %j, local network allowed %j, by the rule %j: %j', (lockdown, allowLan, byRule, allowed) => {
  const settings = { ...freshSettings, lockdown, allowLan };
  expect(withNetworkRule(settings, { ...empty, allowLan: byRule })).toMatchObject({
    lockdown,
    allowLan: allowed,
  });
});

test('replaces all settings of the transport, so that they fit together', () => {
  const chosen = { ...freshSettings, protocol: 'openvpn', variant: 'tls' } as const;
  const of = (transport: NetworkRule['transport']) => {
    const { protocol, variant, wireguardPort, wireguardOver } = withNetworkRule(chosen, {
      ...empty,
      transport,
    });
    return [protocol, variant, wireguardPort, wireguardOver].join(' ');
  };
  expect(transportChoices.map(of)).toEqual([
    ...['automatic', 'wireguard', 'openvpn'].map((one) => `${one} automatic automatic automatic`),
    ...['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'].map((one) => `openvpn ${one} automatic automatic`),
    ...['53', '80', '123', '443', '4500', '51820'].map((one) => `wireguard automatic ${one} automatic`),
    ...['scrambled', 'quic', 'tcp', 'shadowsocks', 'shadowsocks_tcp', 'cover'].map(
      (one) => `wireguard automatic automatic ${one}`,
    ),
  ]);
});
