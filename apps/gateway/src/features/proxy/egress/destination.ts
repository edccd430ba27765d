import { isIpv4, isIpv6, isPort } from '@comet/foundation';

/** A requested destination: an address, or a name that is not resolved yet. */
export interface Destination {
  /** An IP address without brackets, or a name in lower case without a trailing dot. */
  readonly host: string;
  readonly kind: 'ipv4' | 'ipv6' | 'name';
  readonly port: number;
}

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Returns the destination of a host and a port, or null. Strings that some programs read as an address (`127.1`, `0x7f000001`,
 * `2130706433`) are neither an address nor a name here: no name ends in a number (WHATWG URL Standard, "ends in a number").
 */
export function readDestination(host: string, port: number): Destination | null {
  if (!isPort(port)) return null;
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIpv4(bare)) return { host: bare, kind: 'ipv4', port };
  if (isIpv6(bare)) return { host: bare, kind: 'ipv6', port };
  const name = (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase();
  const labels = name.split('.');
  if (name.length > 253 || !labels.every((one) => label.test(one))) return null;
  if (/^(?:[0-9]+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) return null;
  return { host: name, kind: 'name', port };
}

/** Reads `host:port`, the target of a CONNECT (RFC 9112 §3.2.3). */
export function readAuthority(text: string): Destination | null {
  const match = /^(\[[0-9A-Fa-f:.]{2,45}\]|[^:\s/@?#]{1,254}):([1-9][0-9]{0,4})$/.exec(text);
  return match === null ? null : readDestination(match[1] ?? '', Number(match[2]));
}
