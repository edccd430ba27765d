import type { Fault } from '../state.ts';
import type { SigningKey } from './signing-key.ts';

/** An ID token with one thing wrong with it, which a careful app must notice. Everything but `signature` is signed as it should be. */
export function spoil(token: string, fault: Fault, key: SigningKey): string {
  switch (fault) {
    case 'nonce':
      return key.resign(token, (claims) => ({ ...claims, nonce: 'of-another-sign-in' }));
    case 'audience':
      return key.resign(token, (claims) => ({ ...claims, aud: 'another-app' }));
    case 'issuer':
      return key.resign(token, (claims) => ({ ...claims, iss: 'https://another-issuer.example' }));
    case 'expired':
      return key.resign(token, (claims) => ({ ...claims, iat: 1_700_000_000, exp: 1_700_000_600 }));
    case 'signature': {
      const [header = '', payload = ''] = token.split('.');
      return `${header}.${payload}.${Buffer.alloc(256, 7).toString('base64url')}`;
    }
    case 'unavailable':
      return token;
  }
}
