import { isIpv4, isIpv6 } from '@comet/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leaseOfPush } from './openvpn-attempt.linux.ts';

const push =
  'dhcp-option DNS 100.64.0.1,redirect-gateway def1 ipv6,route-gateway 100.80.0.1,topology subnet,ping 10,' +
  'ifconfig-ipv6 fd00:c0:e7:80::2/112 fd00:c0:e7:80::1,ifconfig 100.80.0.2 255.255.0.0,peer-id 0,tun-mtu 1400';

test('reads addresses, resolvers and MTU from the pushed options', () => {
  expect(leaseOfPush(push)).toEqual({
    ipv4: '100.80.0.2',
    ipv6: 'fd00:c0:e7:80::2',
    dns: ['100.64.0.1'],
    mtu: 1400,
  });
});

test.each([
  ['ifconfig 100.80.0.2 255.255.0.0', ''],
  ['ifconfig-ipv6 fd00:c0:e7:80::2/112 fd00:c0:e7:80::1', ''],
  ['ifconfig 100.80.0.2', 'ifconfig 100.80.0.2;reboot'],
  ['fd00:c0:e7:80::2/112', '../../etc/112'],
  ['dhcp-option DNS 100.64.0.1', 'dhcp-option DNS $(reboot)'],
  ['dhcp-option DNS 100.64.0.1', 'dhcp-option DNS 192.168.1.1'],
  ['ifconfig 100.80.0.2', 'ifconfig 192.168.1.1'],
  ['ifconfig 100.80.0.2', 'ifconfig 127.0.0.1'],
  ['fd00:c0:e7:80::2/112', '2001:db8::1/112'],
  ['fd00:c0:e7:80::2/112', '::ffff:100.64.0.7/112'],
])('rejects a lease without a usable %s', (what, instead) => {
  expect(leaseOfPush(push.replace(what, instead))).toBeNull();
});

test('limits an MTU out of range', () => {
  expect(leaseOfPush(push.replace('tun-mtu 1400', 'tun-mtu 9000'))?.mtu).toBe(1500);
  expect(leaseOfPush(push.replace('tun-mtu 1400', 'tun-mtu 68000'))?.mtu).toBe(1500);
  expect(leaseOfPush(push.replace('tun-mtu 1400', 'tun-mtu 100'))?.mtu).toBe(1280);
});

test('a lease contains only addresses, for any pushed options', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\n', '\0', '../', ' ', ',', '::', '1.2.3.4'),
  );
  const option = fc.oneof(
    word,
    fc
      .tuple(fc.constantFrom('ifconfig', 'ifconfig-ipv6', 'dhcp-option DNS', 'tun-mtu'), word)
      .map((two) => two.join(' ')),
  );
  fc.assert(
    fc.property(fc.array(option), (options) => {
      const lease = leaseOfPush([...options, push].join(','));
      if (lease === null) return;
      expect(isIpv4(lease.ipv4) && isIpv6(lease.ipv6) && lease.dns.every(isIpv4)).toBe(true);
      expect(lease.mtu).toBeGreaterThanOrEqual(1280);
      expect(lease.mtu).toBeLessThanOrEqual(1500);
    }),
  );
});
