import * as z from 'zod/mini';

const address = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());

/** Returns the email address of a claim; null for one that is missing or invalid by our own rules. */
export function emailClaim(claim: unknown): string | null {
  const parsed = address.safeParse(claim);
  return parsed.success ? parsed.data : null;
}

/** `email_verified`: true, or the string "true", which Apple sends. */
export function verifiedClaim(claim: unknown): boolean {
  return claim === true || claim === 'true';
}
