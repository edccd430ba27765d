import { BlockList, isIP } from 'node:net';
import { parseCidr } from '@comet/foundation';

const mostRemembered = 1000;

/**
 * Whether an address is one of our own proxies, whose X-Forwarded-For is believed. Given as addresses and prefixes; throws on
 * anything else. The answer for an address is remembered: a proxy's is asked for with every request.
 */
export function trustIn(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const prefix = parseCidr(proxy) ?? parseCidr(`${proxy}/${proxy.includes(':') ? 128 : 32}`);
    if (prefix === null) throw new Error(`TRUSTED_PROXIES names ${proxy}, which is no address and no prefix`);
    const [address = ''] = proxy.split('/', 1);
    list.addSubnet(address, prefix.length, prefix.address.family === 4 ? 'ipv4' : 'ipv6');
  }
  const remembered = new Map<string, boolean>();
  return (address) => {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const family = isIP(address);
    const isTrusted = family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(address, isTrusted);
    return isTrusted;
  };
}
