import { formatIp, isIpv4, parseIp } from '@comet/foundation';

/** Returns the canonical text of an address; an IPv4-mapped IPv6 address becomes IPv4. */
export function plainAddress(address: string): string {
  // An IPv4 address has only one spelling.
  if (isIpv4(address)) return address;
  const parsed = parseIp(address);
  if (parsed === null) return address;
  const mapped = parsed.family === 6 && parsed.bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  return formatIp(mapped ? { family: 4, bytes: parsed.bytes.slice(12) } : parsed);
}
