import { BlockList } from 'node:net';
import { madeOnce } from '@comet/foundation';

/** Our end of a tunnel. */
export interface TunnelLease {
  readonly ipv4: string;
  readonly ipv6: string;
  /** Resolvers inside of it. */
  readonly dns: readonly string[];
  /** Bytes. */
  readonly mtu: number;
}

/** What gateways give out: RFC 6598's shared addresses, and a /48 of our own by RFC 4193. */
const ofTunnels = madeOnce(() => {
  const networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  networks.ipv4.addSubnet('100.64.0.0', 10, 'ipv4');
  networks.ipv6.addSubnet('fd00:c0:e7::', 48, 'ipv6');
  return networks;
});

/**
 * Whether every address of a lease is one that tunnels have. A gateway that gives out another would have this machine take its router's
 * address, or the API's, for its own.
 */
export function isOfTunnels({ ipv4, ipv6, dns }: Pick<TunnelLease, 'ipv4' | 'ipv6' | 'dns'>): boolean {
  const networks = ofTunnels();
  return [ipv4, ipv6, ...dns].every((address) =>
    address.includes(':') ? networks.ipv6.check(address, 'ipv6') : networks.ipv4.check(address, 'ipv4'),
  );
}
