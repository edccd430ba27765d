import { randomWord } from '../../platform/keys/random-word.ts';

/** 130 bits. */
const length = 26;

export interface OpenvpnPair {
  readonly username: string;
  readonly password: string;
}

/** A pair that cannot be guessed, neither half of it, and can be typed into a router. */
export function newOpenvpnPair(): OpenvpnPair {
  return { username: randomWord(length), password: randomWord(length) };
}
