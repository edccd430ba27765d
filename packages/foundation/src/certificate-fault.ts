/** Codes of OpenSSL and Node for a certificate of an untrusted authority. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What is wrong with a rejected certificate, by OpenSSL's and Node's codes; followed by the server where it ends with `of`. */
const REJECTED: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'has expired, or the clock of this machine is ahead'],
  ['CERT_NOT_YET_VALID', 'is not valid yet, or the clock of this machine is behind'],
  ['CERT_REVOKED', 'was revoked'],
  ['CERT_SIGNATURE_FAILURE', 'has an invalid signature'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name than the one in the address of'],
]);

/**
 * Returns for a log what is wrong with the certificate of `server` (`the API`), with the remedy for an untrusted one; null if it is not the
 * reason of the error.
 */
export function certificateFaultOf(error: unknown, server: string): string | null {
  const code = errorCodeIn(error) ?? '';
  if (UNTRUSTED.has(code))
    return `The certificate of ${server} is not signed by an authority that this machine trusts (${code}). For an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate (a PEM file).`;
  const fault = REJECTED.get(code);
  if (fault === undefined) return null;
  return `The certificate of ${server} ${fault}${fault.endsWith(' of') ? ` ${server}` : ''} (${code}).`;
}

/** Returns the innermost code in a chain of causes: the outer ones often only state that a call failed. */
export function errorCodeIn(error: unknown): string | null {
  let found: string | null = null;
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1)
    if ('code' in one && typeof one.code === 'string') found = one.code;
  return found;
}
