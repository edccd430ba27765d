import { networkOf, parseIp } from '@comet/foundation';

/**
 * Whom a limit is counted against: an IPv4 address as it is, an IPv6 one by its /64, since one customer has all of it.
 * `address` is as Node gives it; what is no address counts as one unknown source.
 */
export function sourceOf(address: string): string {
  const ip = parseIp(address.replace(/^::ffff:(?=\d+\.)/, ''));
  if (ip === null) return 'unknown';
  return networkOf({ address: ip, length: ip.family === 4 ? 32 : 64 });
}
