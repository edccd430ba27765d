import { X509Certificate } from 'node:crypto';

/**
 * An error where a certificate, in DER, is not for this name. Asked of OpenSSL: Node's own check looks first whether the name is an address
 * of IPv6, by a pattern that takes five milliseconds to be compiled, of a start's first connect. Only the name itself counts, as a gateway's
 * certificate has it: no wildcard, and nothing from the subject.
 */
export function otherName(certificate: Buffer, serverName: string): Error | undefined {
  const found = new X509Certificate(certificate).checkHost(serverName, {
    subject: 'never',
    wildcards: false,
  });
  return found === undefined ? new Error('the certificate is for another name') : undefined;
}
