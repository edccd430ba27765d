import { addressesOf, tunnelPools } from '@comet/admission';
import { networkOf, parseCidr } from '@comet/foundation';
import { expect, test } from 'vitest';
import { linkAddresses, serverNetworks } from './server-networks.ts';

test("the servers' networks are disjoint parts of OpenVPN's pool", () => {
  const within = (transport: 'udp' | 'tcp', host: number) => {
    const { ipv4, ipv6 } = addressesOf(host);
    const networkIn = (address: string, length: number) => {
      const prefix = parseCidr(`${address}/${length}`);
      return prefix === null ? '' : networkOf(prefix);
    };
    return (
      networkIn(ipv4, 16) === serverNetworks[transport].ipv4 &&
      networkIn(ipv6, 112) === serverNetworks[transport].ipv6
    );
  };
  const { first } = tunnelPools.openvpn;
  for (const [transport, from] of [
    ['udp', first],
    ['tcp', first + 65_536],
  ] as const) {
    expect([within(transport, from), within(transport, from + 65_535)]).toEqual([true, true]);
    expect([within(transport, from - 1), within(transport, from + 65_536)]).toEqual([false, false]);
    expect(linkAddresses(transport).ipv4).toBe(`${addressesOf(from + 1).ipv4}/16`);
  }
  expect(first + 2 * 65_536 - 1).toBeLessThanOrEqual(tunnelPools.openvpn.last);
});
