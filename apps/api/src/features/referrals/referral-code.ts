import { randomInt } from 'node:crypto';

/** No 0 and O, I, L or U, to avoid lookalikes; 31 characters, a prime, for the check character. */
const alphabet = '123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base = alphabet.length;

/**
 * Generates a code: seven random characters (34.7 bits) and a check character, `K7QM3XWP`. The sum of the characters, weighted by position,
 * is 0 modulo 31, which detects every single wrong character and every transposition of two.
 */
export function newReferralCode(random: (below: number) => number = randomInt): string {
  const values = Array.from({ length: 7 }, () => random(base));
  // 8 × 4 ≡ 1 modulo 31: the last value that makes the sum 0.
  const last = (((-weighted(values) * 4) % base) + base) % base;
  return [...values, last].map((value) => alphabet[value]).join('');
}

/** Formats a code for display: `K7QM-3XWP`. */
export function formatReferralCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Parses a typed or linked referral code, ignoring separators and mapping look-alike letters; null if it is not a valid code. */
export function readReferralCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}._]/gu, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('U', 'V');
  if (code.length !== 8) return null;
  const values = [...code].map((character) => alphabet.indexOf(character));
  if (values.includes(-1) || weighted(values) % base !== 0) return null;
  return code;
}

function weighted(values: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + value * (index + 1), 0);
}
