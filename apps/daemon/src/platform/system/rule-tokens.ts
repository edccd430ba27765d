import { isIp, isIpv4 } from '@comet/foundation';

/**
 * Tokens that a tool or a rules file accepts unchanged. Names of gateways and links are external input, so each is validated against one
 * form before it is written. A TypeError names the kind of the invalid value, and never contains it.
 */
export function address(text: string): string {
  if (!isIp(text)) throw new TypeError('refused an address');
  return text;
}

/** An address that may include a link, as IPv6 routers have it: `fe80::1%en0`. */
export function scopedAddress(text: string): string {
  const [plain = '', scope, ...more] = text.split('%');
  if (more.length > 0 || (scope !== undefined && !isLink(scope))) throw new TypeError('refused an address');
  address(plain);
  return text;
}

/** Returns a valid name of a network interface. @throws TypeError for any other text. */
export function link(text: string): string {
  if (!isLink(text)) throw new TypeError('refused the name of a link');
  return text;
}

/** Returns a port from 1 to 65535 in decimal. @throws TypeError for any other number. */
export function port(number: number): string {
  if (!Number.isInteger(number) || number < 1 || number > 65_535) throw new TypeError('refused a port');
  return String(number);
}

/** Returns a packet size from 576 to 65535 bytes in decimal. @throws TypeError for any other number. */
export function bytes(number: number): string {
  if (!Number.isInteger(number) || number < 576 || number > 65_535) throw new TypeError('refused a size');
  return String(number);
}

/** Returns `inet` or `inet6`, the keyword of BSD tools for an address's family. */
export function inet(text: string): 'inet' | 'inet6' {
  return isIpv4(address(text)) ? 'inet' : 'inet6';
}

function isLink(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(text);
}
