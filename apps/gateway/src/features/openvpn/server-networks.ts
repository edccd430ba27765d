import { addressesOf, tunnelPools } from '@comet/admission';

/**
 * The networks of the two servers: the first and the second 65,536 hosts of OpenVPN's pool, which WireGuard peers do not use.
 */
export const serverNetworks = {
  udp: { ipv4: networkAt(tunnelPools.openvpn.first, 16), ipv6: networkAt6(tunnelPools.openvpn.first) },
  tcp: {
    ipv4: networkAt(tunnelPools.openvpn.first + 2 ** 16, 16),
    ipv6: networkAt6(tunnelPools.openvpn.first + 2 ** 16),
  },
} as const;

/** The servers' own addresses, `address/length`: the first of each network. */
export function linkAddresses(transport: 'udp' | 'tcp'): { readonly ipv4: string; readonly ipv6: string } {
  const first = tunnelPools.openvpn.first + (transport === 'udp' ? 0 : 2 ** 16) + 1;
  const { ipv4, ipv6 } = addressesOf(first);
  return { ipv4: `${ipv4}/16`, ipv6: `${ipv6}/112` };
}

function networkAt(host: number, length: number): string {
  return `${addressesOf(host).ipv4}/${length}`;
}

function networkAt6(host: number): string {
  return `${addressesOf(host).ipv6}/112`;
}
