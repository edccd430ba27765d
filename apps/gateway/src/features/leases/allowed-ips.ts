import { addressesOf } from '@comet/admission';

/** The only packets a peer may send: from its own two addresses. */
export function allowedIpsOf(host: number): readonly string[] {
  const { ipv4, ipv6 } = addressesOf(host);
  return [`${ipv4}/32`, `${ipv6}/128`];
}
