import { hash, randomBytes } from 'node:crypto';
import { randomToken } from '@comet/foundation';

/** A random secret of 256 bits that is disclosed once, and its stored hash. */
interface SecretToken {
  readonly token: string;
  readonly hash: Buffer;
}

/** Returns a new random token and its hash: the token goes to the user, only the hash to the database. */
export function newSecretToken(): SecretToken {
  const token = randomToken();
  return { token, hash: hashOfToken(token) };
}

/** SHA-256 suffices for a secret that cannot be guessed. */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** 32 characters without lookalikes; five bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns `length` random characters: 26 of them carry 130 bits, and can be typed into a router. */
export function randomString(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');
}
