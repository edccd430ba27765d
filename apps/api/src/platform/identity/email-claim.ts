import * as z from 'zod/mini';

const address = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());

/** The address in a claim; null for one that is missing or no address by our own rules. */
export function emailClaim(claim: unknown): string | null {
  const parsed = address.safeParse(claim);
  return parsed.success ? parsed.data : null;
}

/** `email_verified`: true, or, as Apple says it, the text "true". */
export function verifiedClaim(claim: unknown): boolean {
  return claim === true || claim === 'true';
}
