import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  timingSafeEqual,
} from 'node:crypto';

/** X25519 between a WireGuard private key and a WireGuard public key, both base64. Throws on a malformed key. */
function sharedSecret(privateKey: string, publicKey: string): Buffer {
  return diffieHellman({
    privateKey: createPrivateKey({
      key: Buffer.from(privateKey, 'base64'),
      format: 'raw-private',
      asymmetricKeyType: 'x25519',
    }),
    publicKey: createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'raw-public',
      asymmetricKeyType: 'x25519',
    }),
  });
}

/** The purpose of the proof; a proof for release must not be replayable as one for presentation. */
export type ProofPurpose = 'present' | 'release';

/**
 * Proof of possession: HMAC-SHA256, keyed by X25519(own private key, the other side's public key), over the purpose and the SHA-256
 * of the ticket. Only the holder of the WireGuard key that the ticket names can make it, and only the gateway can check it;
 * without it, a third party could register with a public key it has seen. Returned as base64url.
 */
export function proofOf(
  keys: { readonly privateKey: string; readonly peerPublicKey: string },
  purpose: ProofPurpose,
  ticket: string,
): string {
  return createHmac('sha256', sharedSecret(keys.privateKey, keys.peerPublicKey))
    .update(`comet-proof-v1\n${purpose}\n`)
    .update(createHash('sha256').update(ticket).digest())
    .digest('base64url');
}

/** True if `proof` was made for `purpose` and `ticket` by the holder of the private key of `peerPublicKey`. */
export function checkProof(
  keys: { readonly privateKey: string; readonly peerPublicKey: string },
  purpose: ProofPurpose,
  ticket: string,
  proof: string,
): boolean {
  let expected: string;
  try {
    expected = proofOf(keys, purpose, ticket);
  } catch {
    return false; // A low-order or malformed public key has no proof.
  }
  const given = Buffer.from(proof, 'utf8');
  const wanted = Buffer.from(expected, 'utf8');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
