import { createHmac, randomInt } from 'node:crypto';

/** Crockford's base 32: no letter that looks like a digit. https://www.crockford.com/base32.html */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 10;
const codesPerAccount = 10;

/** Ten codes of 50 bits in display form: `4f7h2-k9m3x`. */
export function newRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < codesPerAccount) codes.add(newCode());
  return [...codes];
}

function newCode(): string {
  const emails = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${emails.slice(0, length / 2)}-${emails.slice(length / 2)}`;
}

/** Normalises a typed recovery code: without case, hyphens and spaces, and with letters that resemble digits replaced by those digits. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

/**
 * Keyed by the pepper, which is not in the database: 50 bits alone could be guessed from a stolen copy. The user id is part of the input,
 * so that one account's hash is invalid in another's row.
 */
export function hashOfRecoveryCode(pepper: Uint8Array, userId: string, code: string): Buffer {
  return createHmac('sha256', pepper)
    .update(`recovery code\n${userId}\n${plainRecoveryCode(code)}`)
    .digest();
}
