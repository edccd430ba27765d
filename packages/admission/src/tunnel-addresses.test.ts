import { BlockList } from 'node:net';
import { formatIp, parseIp } from '@comet/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressesOf,
  gatewayNetworks,
  hostAt,
  hostOf,
  tunnelNetwork,
  tunnelPools,
} from './tunnel-addresses.ts';

const host = fc.oneof(
  fc.integer({ min: 1, max: tunnelNetwork.hosts - 1 }),
  fc.constantFrom(1, 0xff, 0x100, 0xff_ff, 0x1_00_00, 0x10_00_01, tunnelNetwork.hosts - 1),
);

test('a host is added to the first address of each network, in canonical text', () => {
  fc.assert(
    fc.property(host, (one) => {
      const { ipv4, ipv6 } = addressesOf(one);
      const low = [one >> 16, (one >> 8) & 0xff, one & 0xff] as const;
      expect(parseIp(ipv4)).toEqual({ family: 4, bytes: [100, 64 + low[0], low[1], low[2]] });
      const bytes = [0xfd, 0, 0, 0xc0, 0, 0xe7, 0, 0, 0, 0, 0, 0, 0, ...low];
      expect(ipv6).toBe(formatIp({ family: 6, bytes }));
    }),
  );
});

test('both addresses lead back to the host, and to none with that of another', () => {
  fc.assert(
    fc.property(host, host, (one, other) => {
      const { ipv4, ipv6 } = addressesOf(one);
      expect([hostAt(ipv4), hostAt(ipv6), hostOf({ ipv4, ipv6 })]).toEqual([one, one, one]);
      expect(hostOf({ ipv4, ipv6: addressesOf(other).ipv6 })).toBe(one === other ? one : null);
    }),
  );
  for (const outside of ['100.63.255.255', '100.128.0.0', 'fd00:c0:e8::1', 'fd00:c0:e7::40:0', 'none'])
    expect(hostAt(outside)).toBeNull();
});

test('the networks of the gateway contain its hosts, and none of a session', () => {
  const { first } = tunnelPools.session;
  for (const family of ['ipv4', 'ipv6'] as const) {
    const [network = '', length = ''] = gatewayNetworks[family].split('/');
    const own = new BlockList();
    own.addSubnet(network, Number(length), family);
    const contained = [1, first - 1, first].map((one) => own.check(addressesOf(one)[family], family));
    expect(contained).toEqual([true, true, false]);
  }
});
