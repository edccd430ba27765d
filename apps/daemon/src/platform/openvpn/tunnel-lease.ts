import { BlockList } from 'node:net';
import { lazyValue } from '@comet/foundation';
import type { TunnelLease } from '../../model/session.ts';
import { tunnelPrefixes } from '../firewall/firewall-gateway.ts';

const tunnelNetworks = lazyValue(() => {
  const networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const family of ['ipv4', 'ipv6'] as const) {
    const [first = '', length] = tunnelPrefixes[family].split('/');
    networks[family].addSubnet(first, Number(length), family);
  }
  return networks;
});

/**
 * Whether every address of a lease is in the ranges of tunnels. Otherwise a gateway could assign the address of this machine's router, or
 * of the API.
 */
export function hasTunnelAddresses({ ipv4, ipv6, dns }: Pick<TunnelLease, 'ipv4' | 'ipv6' | 'dns'>): boolean {
  const networks = tunnelNetworks();
  return [ipv4, ipv6, ...dns].every((address) =>
    address.includes(':') ? networks.ipv6.check(address, 'ipv6') : networks.ipv4.check(address, 'ipv4'),
  );
}
