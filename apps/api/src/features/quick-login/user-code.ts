import { randomInt } from 'node:crypto';

/** Consonants only, without Y: no words and no lookalikes (RFC 8628 §6.1). */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';

/** Eight letters, 34.5 bits: not guessable within ten minutes under the rate limits. */
export function newUserCode(random: (below: number) => number = randomInt): string {
  return Array.from({ length: 8 }, () => alphabet[random(alphabet.length)]).join('');
}

/** Formats a code for display: `BCDF-GHJK`. */
export function formatUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Normalises a user code for storage: the typed code without the dash. */
export function plainUserCode(typed: string): string {
  return typed.replaceAll('-', '').toUpperCase();
}
