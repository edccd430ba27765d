import { createHmac, hash } from 'node:crypto';
import { hashOfToken } from '../keys/secret-token.ts';

interface EnrolmentCredential {
  readonly token: string;
  /** As stored with the machine. */
  readonly hash: Buffer;
  /** SHA-256 of the keys, as stored with the one-time token. */
  readonly keysHash: Buffer;
}

/**
 * Returns the first credential of a machine: HMAC-SHA256 (RFC 2104) of its public keys under its one-time token, which has 256 random bits.
 * A repeated request receives the same credential, although only hashes are stored. For a credential that is bound to one of the keys only:
 * anyone with the token and the public keys can derive it.
 */
export function enrolmentCredential(
  oneTimeToken: string,
  keys: {
    readonly wireguardPublicKey: string;
    /** SPKI, DER. */
    readonly boundKey: Buffer;
  },
): EnrolmentCredential {
  const keysHash = hash(
    'sha256',
    Buffer.concat([Buffer.from(keys.wireguardPublicKey, 'base64'), keys.boundKey]),
    'buffer',
  );
  const token = createHmac('sha256', oneTimeToken).update(keysHash).digest('base64url');
  return { token, hash: hashOfToken(token), keysHash };
}
