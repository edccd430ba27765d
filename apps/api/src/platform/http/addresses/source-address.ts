import { formatIp, isIpv4, networkOf, parseIp } from '@comet/foundation';

/**
 * Returns the client address of a request in canonical text. `claimed` is the value from the trusted proxies, which may carry a port or
 * brackets; where it is no address, the request counts as from `peer`, the other end of the connection.
 */
export function clientAddress(claimed: string, peer: string | undefined): string {
  return canonical(claimed) ?? canonical(peer ?? '') ?? 'unknown';
}

/** Returns the source of an address: the IPv4 address, or the IPv6 /64 that is assigned to a customer. Expects canonical text. */
export function sourceOf(address: string): string {
  return prefixOf(address, { v4: 32, v6: 64 });
}

/** The prefix that is usually assigned to one customer: an IPv4 /24 or an IPv6 /48. Expects canonical text. */
export function neighbourhoodOf(address: string): string {
  return prefixOf(address, { v4: 24, v6: 48 });
}

/** The usual allocation of one provider: an IPv4 /16 or an IPv6 /32 (the registries' smallest allocation). Expects canonical text. */
export function allocationOf(address: string): string {
  return prefixOf(address, { v4: 16, v6: 32 });
}

/** Returns whether two requests came from one network; null for an IPv4 and an IPv6 address, which cannot be compared. */
export function sameNetwork(one: string, other: string): boolean | null {
  if (one.includes(':') !== other.includes(':')) return null;
  return sourceOf(one) === sourceOf(other);
}

function prefixOf(text: string, lengths: { readonly v4: number; readonly v6: number }): string {
  if (lengths.v4 === 32 && !text.includes(':')) return text;
  const address = parseIp(text);
  if (address === null) return text;
  return networkOf({ address, length: address.family === 4 ? lengths.v4 : lengths.v6 });
}

function canonical(text: string): string | null {
  if (isIpv4(text)) return text;
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = parseIp(bare.split('%', 1)[0] ?? '');
  if (address === null) return null;
  const { bytes } = address;
  const isMapped = bytes.length === 16 && bytes.slice(0, 12).join() === mappedPrefix;
  return formatIp(isMapped ? { family: 4, bytes: bytes.slice(12) } : address);
}

/** RFC 4291 §2.5.5.2: an IPv4 client of a socket that listens for both. */
const mappedPrefix = '0,0,0,0,0,0,0,0,0,0,255,255';
