import { certificateFaultOf } from './certificate-fault.ts';
import { reasonOf } from './reason-of.ts';

/**
 * Returns whether a text is the address of an NATS server, `tls://n1.example.com:4222`. With TLS it needs a host name: NATS's client checks
 * the certificate of an IP address for another name.
 */
export function isNatsAddress(text: string): boolean {
  if (!/^(nats|tls):\/\/[^\s/?#@,]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'nats:' || !/^([\d.]+|\[.*\])$/.test(hostname);
}

/**
 * Options of a connection to NATS servers: where an address has `tls:`, a server without TLS is refused. Without the option NATS's client
 * would go on in plain text, as any machine on the way could demand.
 */
export function natsTls(addresses: readonly string[]): { readonly tls?: object } {
  return addresses.some((address) => address.startsWith('tls:')) ? { tls: {} } : {};
}

/** Returns for a log why NATS cannot be used. */
export const natsFault = (error: unknown): string =>
  certificateFaultOf(error, 'the NATS server') ?? reasonOf(error);
