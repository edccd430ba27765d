/** OpenSSL's and Node's codes of a certificate that was not verified; `ERR_TLS_CERT_ALTNAME_INVALID` is one for another name. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const refused = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Why the API could not be reached, for an operator, where the cause is known: a certificate that is not trusted, and what to do, or the
 * code of the system (`ECONNREFUSED`). Null where no cause says anything. A reason names the API alone.
 */
export function connectionFault(error: unknown): string | null {
  const code = codeIn(error);
  if (code === null) return null;
  if (untrusted.has(code))
    return `The certificate of the API is not signed by an authority that this machine trusts (${code}). For an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate (a PEM file).`;
  if (refused.has(code)) return `The certificate of the API is refused (${code}).`;
  return `Unable to connect to the API (${code})`;
}

/** The innermost code in a chain of causes: what is around it says that fetch failed. */
function codeIn(error: unknown): string | null {
  let found: string | null = null;
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1)
    if ('code' in one && typeof one.code === 'string') found = one.code;
  return found;
}
