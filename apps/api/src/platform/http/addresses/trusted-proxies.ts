import { BlockList, isIP } from 'node:net';
import { parseCidr } from '@comet/foundation';

const maxRemembered = 1000;

/** Shorter prefixes contain more than an operator's own proxies: callers from there could choose the address that is counted. */
const minPrefixLength = { ipv4: 8, ipv6: 16 } as const;
/** RFC 4291 §2.5.5.2: an IPv4 peer of a socket for both families. */
const mapped = '::ffff:0.0.0.0';
const mappedLength = 96;

/**
 * Returns a function that reports whether an address is one of our own proxies, whose X-Forwarded-For is trusted. Takes addresses and
 * prefixes; throws on anything else, and on prefixes shorter than /8 (IPv4, mapped into IPv6 as well) and /16 (IPv6). Results are cached,
 * because a proxy's address is checked with every request.
 */
export function trustIn(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const prefix = parseCidr(proxy) ?? parseCidr(`${proxy}/${proxy.includes(':') ? 128 : 32}`);
    if (prefix === null)
      throw new Error(`TRUSTED_PROXIES contains ${proxy}, which isn’t an IP address or a prefix`);
    const [address = ''] = proxy.split('/', 1);
    const family = prefix.address.family === 4 ? 'ipv4' : 'ipv6';
    if (isTooShort(address, prefix.length, family))
      throw new Error(`TRUSTED_PROXIES contains ${proxy}, which covers far more than your own proxies`);
    list.addSubnet(address, prefix.length, family);
  }
  const remembered = new Map<string, boolean>();
  return (address) => {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const family = isIP(address);
    const isTrusted = family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(address, isTrusted);
    return isTrusted;
  };
}

function isTooShort(address: string, length: number, family: 'ipv4' | 'ipv6'): boolean {
  if (length < minPrefixLength[family]) return true;
  if (family === 'ipv4' || length >= mappedLength + minPrefixLength.ipv4) return false;
  const within = new BlockList();
  within.addSubnet(mapped, Math.min(length, mappedLength), 'ipv6');
  return within.check(address, 'ipv6');
}
