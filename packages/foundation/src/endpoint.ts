import { isIpv4, isIpv6 } from './ip.ts';

/** The address and the UDP or TCP port of a peer. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** True for a whole port number, 1 to 65535. */
export function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 65_535;
}

/**
 * Returns the parts of `192.0.2.1:51820` or `[2001:db8::1]:51820`, or null. Host names are refused, because they would have to be resolved.
 */
export function parseEndpoint(text: string): Endpoint | null {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):([1-9][0-9]{0,4})$/.exec(text);
  if (match === null || text.includes('\n')) return null;
  const [, six, four, digits] = match;
  const host = six ?? four ?? '';
  const port = Number(digits);
  if (!isPort(port)) return null;
  return (six === undefined ? isIpv4(host) : isIpv6(host)) ? { host, port } : null;
}

/** The text that `parseEndpoint` reads. `host` is an IP address without brackets. */
export function formatEndpoint(endpoint: Endpoint): string {
  return endpoint.host.includes(':')
    ? `[${endpoint.host}]:${endpoint.port}`
    : `${endpoint.host}:${endpoint.port}`;
}
