import { type IpPrefix, parseCidr, parseIp } from './ip.ts';

/** IPv4 networks that are not globally reachable (IANA's special-purpose registry, RFC 6890), except the documentation networks. */
const notPublic4 = prefixes(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/3',
);

/** Allocated global unicast IPv6 (RFC 4291 §2.4); excludes IPv4-mapped addresses. */
const public6 = prefixes('2000::/3');

/** Whether a text is a globally reachable IP address. */
export function isPublicIp(text: string): boolean {
  const address = parseIp(text);
  if (address === null) return false;
  const within = ({ address: network, length }: IpPrefix) =>
    network.bytes.every((byte, index) => {
      const kept = Math.min(8, Math.max(0, length - index * 8));
      return (((address.bytes[index] ?? 0) ^ byte) & (0xff << (8 - kept)) & 0xff) === 0;
    });
  return address.family === 4 ? !notPublic4.some(within) : public6.some(within);
}

function prefixes(...texts: readonly string[]): readonly IpPrefix[] {
  return texts.flatMap((text) => parseCidr(text) ?? []);
}
