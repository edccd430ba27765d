import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { err, fromBase64url, ok, type Result } from '@comet/foundation';

/**
 * The purpose of a signature. The domain is part of the signed bytes, so that a ticket can never pass for a server list
 * or a feed message, even if one key were to sign them all.
 */
export type SigningDomain = 'ticket' | 'server-list' | 'feed' | 'exit' | 'release' | 'bridges';

/** A private Ed25519 key and the id of its public half. */
export interface Signer {
  readonly kid: string;
  readonly key: KeyObject;
}

/** Public keys by key id. Two are valid at a time, so that a key can be replaced without a gap. */
export type Verifiers = ReadonlyMap<string, KeyObject>;

/** Ed25519 public keys in wire form: key id and the raw 32 bytes as base64url. */
export interface PublishedKey {
  readonly kid: string;
  readonly publicKey: string;
}

export type SignatureRefusal = 'malformed' | 'unknown_key' | 'bad_signature';

/** Maximum size; a larger document is refused before it is parsed. */
const maxDocumentLength = 4 * 1024 * 1024;

function signedBytes(domain: SigningDomain, kid: string, payload: string): Buffer {
  return Buffer.from(`comet-${domain}-v1\n${kid}\n${payload}`, 'utf8');
}

/** `kid.payload.signature`, the last two as base64url; Ed25519 (RFC 8032) over domain, key id and payload. */
export function signDocument(domain: SigningDomain, signer: Signer, content: unknown): string {
  const payload = Buffer.from(JSON.stringify(content), 'utf8').toString('base64url');
  const signature = sign(null, signedBytes(domain, signer.kid, payload), signer.key);
  return `${signer.kid}.${payload}.${signature.toString('base64url')}`;
}

/** Returns the content of a document that one of `verifiers` signed in `domain`; the caller validates its shape. */
export function openDocument(
  domain: SigningDomain,
  verifiers: Verifiers,
  document: string,
): Result<unknown, SignatureRefusal> {
  if (document.length > maxDocumentLength) return err('malformed');
  const [kid, payload, signature, ...rest] = document.split('.');
  if (!kid || !payload || !signature || rest.length > 0) return err('malformed');
  const bytes = fromBase64url(payload);
  const mark = fromBase64url(signature);
  if (!bytes || mark?.length !== 64) return err('malformed');
  const key = verifiers.get(kid);
  if (!key) return err('unknown_key');
  if (!verify(null, signedBytes(domain, kid, payload), key, mark)) return err('bad_signature');
  try {
    return ok(JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown);
  } catch {
    return err('malformed');
  }
}

/** The public half of a signer in wire form. */
export function publishKey(signer: Signer): PublishedKey {
  const raw = createPublicKey(signer.key).export({ format: 'jwk' });
  return { kid: signer.kid, publicKey: String(raw.x) };
}

/** Parses keys from text for verification; throws on a malformed one, since a missing trust anchor must not go unnoticed. */
export function readVerifiers(keys: Iterable<PublishedKey>): Verifiers {
  return new Map(
    [...keys].map(({ kid, publicKey }) => [
      kid,
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' }),
    ]),
  );
}

/** A signer from its PKCS#8 PEM; the key id is the start of the public key, so that it cannot be mixed up. */
export function readSigner(pem: string): Signer {
  const key = createPrivateKey(pem);
  const x = String(createPublicKey(key).export({ format: 'jwk' }).x);
  return { kid: x.slice(0, 8), key };
}
