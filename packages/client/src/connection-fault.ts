/** Codes of OpenSSL and Node for a certificate of an untrusted authority. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What is wrong with a rejected certificate, by OpenSSL's and Node's codes. */
const REJECTED: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'has expired, or the clock of this machine is ahead'],
  ['CERT_NOT_YET_VALID', 'is not valid yet, or the clock of this machine is behind'],
  ['CERT_REVOKED', 'was revoked'],
  ['CERT_SIGNATURE_FAILURE', 'has an invalid signature'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name than the one in the address of the API'],
]);

/** Returns for a log what is wrong with the certificate of the API, with the remedy for an untrusted one; null if it is not the reason. */
export function certificateFault(error: unknown): string | null {
  const code = codeIn(error) ?? '';
  if (UNTRUSTED.has(code))
    return `The certificate of the API is not signed by an authority that this machine trusts (${code}). For an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate (a PEM file).`;
  const fault = REJECTED.get(code);
  return fault === undefined ? null : `The certificate of the API ${fault} (${code}).`;
}

/**
 * Returns the reason of a failed connection to the API for a log: the fault of the certificate, or the system's error code
 * (`ECONNREFUSED`); null without a code. It identifies no customer.
 */
export function connectionFault(error: unknown): string | null {
  const code = codeIn(error);
  return certificateFault(error) ?? (code === null ? null : `Unable to connect to the API (${code})`);
}

/** Returns the innermost code in a chain of causes: the outer ones only state that fetch failed. */
function codeIn(error: unknown): string | null {
  let found: string | null = null;
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1)
    if ('code' in one && typeof one.code === 'string') found = one.code;
  return found;
}
