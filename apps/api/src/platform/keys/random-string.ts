import { randomBytes } from 'node:crypto';

/** 32 characters without lookalikes; five bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns `length` random characters: 26 of them carry 130 bits, and can be typed into a router. */
export function randomString(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');
}
