import { formatIp, parseIp } from '@comet/foundation';

/**
 * A host is a number in the tunnels' network of a gateway, 0 to 4,194,303. It determines both addresses: 100.64.0.0 + host (RFC 6598) and
 * fd00:c0:e7:: + host (RFC 4193).
 */
export const tunnelNetwork = {
  ipv4: '100.64.0.0/10',
  ipv6: 'fd00:c0:e7::/64',
  hosts: 2 ** 22,
} as const;

/** A range of hosts, both ends included. */
interface TunnelPool {
  readonly ipv4: string;
  readonly ipv6: string;
  readonly first: number;
  readonly last: number;
}

/**
 * The gateway's own host. Those from it to the first session's are reserved for its resolvers, one for each set of block lists; see
 * `nameFilters`. 0 is the network address, and the last one is the broadcast address.
 */
export const gatewayHost = 1;

/** The networks of the gateway's own hosts, which precede the first session's. */
export const gatewayNetworks = { ipv4: '100.64.0.0/25', ipv6: 'fd00:c0:e7::/121' } as const;

/** TCP port of the SOCKS5 proxy at `gatewayHost`, which only sessions without an exit reach. */
export const socksPort = 1_080;

/**
 * The disjoint pools of hosts, so that no two allocators assign the same address: the gateway leases those of sessions, OpenVPN's servers
 * assign theirs, and the control plane assigns those of downloaded WireGuard configurations.
 */
export const tunnelPools = {
  session: { ipv4: '100.64.0.0/12', ipv6: 'fd00:c0:e7::/108', first: 128, last: 2 ** 20 - 1 },
  openvpn: { ipv4: '100.80.0.0/12', ipv6: 'fd00:c0:e7::10:0/108', first: 2 ** 20, last: 2 ** 21 - 1 },
  static: { ipv4: '100.96.0.0/11', ipv6: 'fd00:c0:e7::20:0/107', first: 2 ** 21, last: 2 ** 22 - 2 },
} as const satisfies Record<string, TunnelPool>;

interface TunnelAddresses {
  readonly ipv4: string;
  readonly ipv6: string;
}

/** The addresses of a host, without a prefix length. */
export function addressesOf(host: number): TunnelAddresses {
  const [high, low] = [host >> 16, host & 0xff_ff];
  // RFC 5952: the zeros before the host are one run, with the group of its high bits if these are zero.
  const group = high === 0 ? '' : `${high.toString(16)}:`;
  return {
    ipv4: `100.${64 + high}.${low >> 8}.${low & 0xff}`,
    ipv6: `fd00:c0:e7::${group}${low.toString(16)}`,
  };
}

/** Returns the host that has both addresses, or null if they are not those of one host. */
export function hostOf({ ipv4, ipv6 }: TunnelAddresses): number | null {
  const host = hostAt(ipv4);
  return host !== null && addressesOf(host).ipv6 === ipv6 ? host : null;
}

/** Returns the host with this address of either family, or null for an address outside the tunnels' network. */
export function hostAt(address: string): number | null {
  const parsed = parseIp(address);
  if (parsed === null) return null;
  const [high = 0, middle = 0, low = 0] = parsed.bytes.slice(-3);
  const host = (parsed.family === 4 ? high - 64 : high) * 65_536 + middle * 256 + low;
  if (host < 0 || host >= tunnelNetwork.hosts) return null;
  const { ipv4, ipv6 } = addressesOf(host);
  return formatIp(parsed) === (parsed.family === 4 ? ipv4 : ipv6) ? host : null;
}

/** Whether a host is in a pool. */
export function isIn(pool: TunnelPool, host: number): boolean {
  return Number.isInteger(host) && host >= pool.first && host <= pool.last;
}

/**
 * Returns the first free host of a pool from a random start, or null where there is none. A random start gives a customer no information
 * about other customers. `random` returns a number in [0, 1).
 */
export function chooseHost(
  pool: TunnelPool,
  isFree: (host: number) => boolean,
  random: () => number,
): number | null {
  const count = pool.last - pool.first + 1;
  const start = Math.min(count - 1, Math.floor(random() * count));
  for (let step = 0; step < count; step += 1) {
    const host = pool.first + ((start + step) % count);
    if (isFree(host)) return host;
  }
  return null;
}
