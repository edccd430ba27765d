import { generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** Signing key of a provider's ID tokens: RS256, as at Google and Apple. */
export interface SigningKey {
  readonly jwk: object;
  /** Replaces a token's claims and signs them with the same header. */
  resign(token: string, change: (claims: Record<string, unknown>) => Record<string, unknown>): string;
}

/** Creates an RSA key of 2,048 bits for RS256 (RFC 7518 §3.3). `resign` signs a changed copy of a token, for tests of refusals. */
export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    jwk: { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' },
    resign(token, change) {
      const [header = '', payload = ''] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
      const body = `${header}.${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}`;
      return `${body}.${signatureOf(body, privateKey)}`;
    },
  };
}

function signatureOf(body: string, key: KeyObject): string {
  return sign('RSA-SHA256', Buffer.from(body), key).toString('base64url');
}
