import type { NetworkInterfaceInfo } from 'node:os';

/**
 * Returns the IP version of this machine's uplink: 6 if it has only IPv6 addresses on links other than `tunnels`, else 4. A
 * translator (464XLAT, RFC 6877) provides an IPv4 address, which counts.
 */
export function uplinkFamily(links: NodeJS.Dict<NetworkInterfaceInfo[]>, tunnels: readonly string[]): 4 | 6 {
  const own = Object.entries(links).flatMap(([name, addresses = []]) =>
    tunnels.includes(name) ? [] : addresses.filter(({ internal }) => !internal),
  );
  const has = (family: 'IPv4' | 'IPv6', local: RegExp): boolean =>
    own.some((one) => one.family === family && !local.test(one.address));
  return !has('IPv4', /^169\.254\./) && has('IPv6', /^(fe[89ab]|f[cd])/i) ? 6 : 4;
}
