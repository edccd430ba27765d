import { randomBytes } from 'node:crypto';

/** 32 signs that nobody mistakes for each other; five bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 26 signs carry 130 bits. */
const length = 26;

export interface OpenvpnPair {
  readonly username: string;
  readonly password: string;
}

/** A pair that cannot be guessed, neither half of it, and can be typed into a router. */
export function newOpenvpnPair(): OpenvpnPair {
  return { username: randomWord(), password: randomWord() };
}

function randomWord(): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');
}
