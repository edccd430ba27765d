import { addressesOf } from '@comet/admission';

/** Returns the allowed IPs of a peer: its two addresses. */
export function allowedIpsOf(host: number): readonly string[] {
  const { ipv4, ipv6 } = addressesOf(host);
  return [`${ipv4}/32`, `${ipv6}/128`];
}
