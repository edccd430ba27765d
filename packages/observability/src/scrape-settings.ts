import { isIpv4, isIpv6 } from '@comet/foundation';

/**
 * Returns whether metrics may be served at this address: loopback, or a private network (RFC 1918, RFC 6598, RFC 4193) between the
 * operator's own machines. A public or unspecified address would publish them.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIpv4(address)) {
    const [first = 0, second = 0] = address.split('.').map(Number);
    if (first === 127 || first === 10) return true;
    if (first === 172) return second >= 16 && second < 32;
    if (first === 100) return second >= 64 && second < 128;
    return first === 192 && second === 168;
  }
  return isIpv6(address) && (/^::1$/.test(address) || /^f[cd]/i.test(address));
}
