import { formatIp, isIpv4, parseIp } from '@comet/foundation';

/** One spelling of an address; an IPv4 one that came in by a socket of both families is written as itself. */
export function plainAddress(address: string): string {
  // It has one spelling only.
  if (isIpv4(address)) return address;
  const parsed = parseIp(address);
  if (parsed === null) return address;
  const mapped = parsed.family === 6 && parsed.bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  return formatIp(mapped ? { family: 4, bytes: parsed.bytes.slice(12) } : parsed);
}
