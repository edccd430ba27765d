import { formatIp } from '@comet/foundation';

/**
 * A host is a number in the tunnel's network, 0 to 4,194,303; both of its addresses follow from it, so that whoever
 * has one to himself has the other: 100.64.0.0 + host (RFC 6598) and fd00:c0:e7:: + host (RFC 4193).
 */
export const tunnelNetwork = {
  ipv4: '100.64.0.0/10',
  ipv6: 'fd00:c0:e7::/64',
  hosts: 2 ** 22,
} as const;

/** The gateway's own. 0 is the network itself, and the last is its broadcast address. */
export const gatewayHost = 1;
/** Those before it are the gateway's too: a resolver for each set of block lists. */
const firstHost = 16;
const lastHost = tunnelNetwork.hosts - 2;

export interface TunnelAddresses {
  readonly ipv4: string;
  readonly ipv6: string;
}

/** The addresses of a host, without a prefix length. */
export function addressesOf(host: number): TunnelAddresses {
  const low = [host >> 16, (host >> 8) & 0xff, host & 0xff] as const;
  return {
    ipv4: formatIp({ family: 4, bytes: [100, 64 + low[0], low[1], low[2]] }),
    ipv6: formatIp({
      family: 6,
      bytes: [0xfd, 0, 0, 0xc0, 0, 0xe7, 0, 0, 0, 0, 0, 0, 0, ...low],
    }),
  };
}

/** The only packets a peer may send: from its own two addresses. */
export function allowedIpsOf(host: number): readonly string[] {
  const { ipv4, ipv6 } = addressesOf(host);
  return [`${ipv4}/32`, `${ipv6}/128`];
}

/** True for a host that a peer may be given. */
export function isPeerHost(host: number): boolean {
  return Number.isInteger(host) && host >= firstHost && host <= lastHost;
}

/**
 * The first free host from a random start on, or null when there is none. A random start tells a customer nothing about
 * who came before; `random` gives a number in [0, 1).
 */
export function chooseHost(isFree: (host: number) => boolean, random: () => number): number | null {
  const count = lastHost - firstHost + 1;
  const start = Math.min(count - 1, Math.floor(random() * count));
  for (let step = 0; step < count; step += 1) {
    const host = firstHost + ((start + step) % count);
    if (isFree(host)) return host;
  }
  return null;
}
