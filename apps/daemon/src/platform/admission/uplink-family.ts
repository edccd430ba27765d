import type { NetworkInterfaceInfo } from 'node:os';

/**
 * Which Internet Protocol leads out of this machine: 6 where it has addresses of that alone on links other than `tunnels`, else 4. What
 * translates for it (RFC 6877) gives it an IPv4 address, and counts.
 */
export function uplinkFamily(links: NodeJS.Dict<NetworkInterfaceInfo[]>, tunnels: readonly string[]): 4 | 6 {
  const own = Object.entries(links).flatMap(([name, addresses = []]) =>
    tunnels.includes(name) ? [] : addresses.filter(({ internal }) => !internal),
  );
  const has = (family: 'IPv4' | 'IPv6', local: RegExp): boolean =>
    own.some((one) => one.family === family && !local.test(one.address));
  return !has('IPv4', /^169\.254\./) && has('IPv6', /^(fe[89ab]|f[cd])/i) ? 6 : 4;
}
