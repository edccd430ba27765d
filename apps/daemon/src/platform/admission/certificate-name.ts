import { X509Certificate } from 'node:crypto';

/**
 * Returns an error if a certificate, in DER, is not for this name. Uses OpenSSL: Node's own check first tests whether the name is an IPv6
 * address, with a pattern whose compilation delays the first connect by five milliseconds. Only the exact name matches, as in a gateway's
 * certificate: no wildcard, and no name of the subject.
 */
export function checkName(certificate: Buffer, serverName: string): Error | undefined {
  const found = new X509Certificate(certificate).checkHost(serverName, {
    subject: 'never',
    wildcards: false,
  });
  return found === undefined ? new Error('the certificate is for another name') : undefined;
}
