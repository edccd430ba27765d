import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { err, fromBase64url, jsonOf, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { clockSkew } from './ticket.ts';

/** Seconds by which a proof's time may differ from the verifier's clock, before or after. */
export const dpopWindow = clockSkew;

/** Maximum length of a proof, checked before parsing; a valid one has about 500 bytes. */
const maxProofLength = 2_048;

/** The request that a proof is bound to (RFC 9449 §4.2), with the path alone instead of the URI. */
interface DpopRequest {
  readonly method: string;
  /**
   * The path without the query. A proxy that terminates TLS changes scheme and host, so the verifier cannot compare
   * those.
   */
  readonly path: string;
  /** The access token that is sent with the proof. */
  readonly token: string;
}

export type DpopRefusal = 'malformed' | 'bad_signature' | 'other_request' | 'out_of_time';

const header = z.object({ typ: z.literal('dpop+jwt'), alg: z.literal('ES256') });
const payload = z.object({
  jti: z.uuid(),
  htm: z.string(),
  htu: z.string(),
  iat: z.int(),
  ath: z.string(),
});

/** A separate key for a machine's proofs: PKCS#8 as PEM, and SPKI (DER) as Base64. */
export function newProofKey(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/**
 * A DPoP proof (RFC 9449 §4.2) as a compact JWT: ECDSA P-256 over method, path, hash of the token, `now` (unix seconds) and a random id.
 * It carries no `jwk`: the verifier has the key that came with the enrolment or the renewal.
 */
export function signDpop(key: KeyObject, { method, path, token }: DpopRequest, now: number): string {
  const claims = { jti: randomUUID(), htm: method, htu: path, iat: now, ath: hashOf(token) };
  const signed = `${encode({ typ: 'dpop+jwt', alg: 'ES256' })}.${encode(claims)}`;
  // RFC 7518 §3.4: R and S concatenated, not DER.
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** Returns the proof's id, which the verifier must accept only once, when it was made for this request at `now` by the holder of `publicKey` (SPKI, DER). */
export function checkDpop(
  publicKey: Buffer,
  request: DpopRequest,
  proof: string,
  now: number,
): Result<string, DpopRefusal> {
  if (proof.length > maxProofLength) return err('malformed');
  const [head = '', body = '', mark = '', ...rest] = proof.split('.');
  const signature = fromBase64url(mark);
  if (rest.length > 0 || signature?.length !== 64 || !header.safeParse(decode(head)).success)
    return err('malformed');
  const parsed = payload.safeParse(decode(body));
  if (!parsed.success) return err('malformed');
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  const signed = Buffer.from(`${head}.${body}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)) return err('bad_signature');
  const { jti, htm, htu, iat, ath } = parsed.data;
  if (htm !== request.method || htu !== request.path || ath !== hashOf(request.token))
    return err('other_request');
  return Math.abs(now - iat) <= dpopWindow ? ok(jti) : err('out_of_time');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(text: string): unknown {
  const bytes = fromBase64url(text);
  return bytes === null ? null : jsonOf(Buffer.from(bytes).toString('utf8'));
}
