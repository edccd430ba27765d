import { err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Passwords } from './password.ts';
import { signInCandidates } from './users.store.ts';

/**
 * Whose email and password these are. The owner of a confirmed account pays for one comparison; every other outcome costs exactly
 * two, against real hashes or a stranger's, so that neither the answer nor its time tells whether an address has an account.
 */
export async function identify(
  deps: { readonly db: Database; readonly passwords: Passwords },
  given: { readonly email: string; readonly password: string },
): Promise<Result<string, 'wrong_credentials'>> {
  const { verified, unverified } = await signInCandidates(deps.db, given.email);
  const isOwner = await deps.passwords.verify(verified?.passwordHash ?? null, given.password);
  if (verified !== null && isOwner) return ok(verified.id);
  const isNewcomer = await deps.passwords.verify(unverified?.passwordHash ?? null, given.password);
  return unverified !== null && isNewcomer ? ok(unverified.id) : err('wrong_credentials');
}
