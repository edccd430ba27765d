import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { type IpPrefix, isCidr, networkOf, parseCidr } from '@comet/foundation';

/** The properties of this machine's internet line. */
export interface Line {
  /** Whether the IPv6 internet is reachable. */
  readonly ipv6: boolean;
  /** The interfaces of its default routes. */
  readonly links: readonly string[];
  /** The machine's own networks, as CIDRs: private to its owner. */
  readonly networks: readonly string[];
}

/**
 * The largest prefix that a home gets (RFC 6177): its other networks have public IPv6 addresses too, and the
 * router forwards traffic from the LAN to them.
 */
const homePrefix = 48;

/** `link` is our own tunnel, which is excluded. */
export async function readLine(link: string): Promise<Line> {
  const [four, six] = await Promise.all(
    ['/proc/net/route', '/proc/net/ipv6_route'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const links6 = defaultLinks6(six ?? '');
  return {
    ipv6: links6.length > 0,
    links: [...new Set([...defaultLinks4(four ?? ''), ...links6])].filter((name) => name !== link),
    networks: ownNetworks(link),
  };
}

/** Of /proc/net/route: destination and mask zero. */
export function defaultLinks4(table: string): readonly string[] {
  return rows(table)
    .filter(([, to, , , , , , mask]) => to === '00000000' && mask === '00000000')
    .flatMap(([name]) => name ?? []);
}

/** Of /proc/net/ipv6_route: destination `::/0` with a next hop; the kernel's own refusals are on `lo`. */
export function defaultLinks6(table: string): readonly string[] {
  return rows(table)
    .filter(
      ([to, length, , , , , , , , name]) => /^0{32}$/.test(to ?? '') && length === '00' && name !== 'lo',
    )
    .flatMap((columns) => columns[9] ?? []);
}

function rows(table: string): readonly (readonly string[])[] {
  return table.split('\n').map((line) => line.trim().split(/\s+/));
}

function ownNetworks(link: string): readonly string[] {
  const found = Object.entries(networkInterfaces())
    .filter(([name]) => name !== link)
    .flatMap(([, addresses]) => addresses ?? [])
    .flatMap(({ cidr }) => (cidr !== null && isCidr(cidr) ? [cidr] : []))
    .flatMap((cidr) => parseCidr(cidr) ?? [])
    .map(homeOf);
  return [...new Set(found)];
}

/**
 * Returns the network of the home that an interface's address belongs to: the interface's own network, widened to `homePrefix` for public
 * IPv6. A /128 has no neighbours and is returned as it is.
 */
export function homeOf({ address, length }: IpPrefix): string {
  const isGlobal = address.family === 6 && ((address.bytes[0] ?? 0) & 0xe0) === 0x20;
  return networkOf({ address, length: isGlobal && length < 128 ? Math.min(length, homePrefix) : length });
}
