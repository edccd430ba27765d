import { generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** What signs a provider's ID tokens: RS256, as Google's and Apple's do. */
export interface SigningKey {
  readonly jwk: object;
  /** Signs other claims instead of a token's own, under the same header. */
  resign(token: string, change: (claims: Record<string, unknown>) => Record<string, unknown>): string;
}

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
