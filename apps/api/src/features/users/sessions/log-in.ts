import { err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import type { Passwords } from '../passwords/password.ts';
import type { ProvenPassword } from '../users.store.ts';
import { type SignInCandidate, signInCandidates } from './sign-in-candidates.store.ts';

/**
 * Whose email and password these are. The owner of a confirmed account pays for one comparison; every other outcome costs exactly
 * two, against real hashes or a stranger's, so that neither the answer nor its time tells whether an address has an account. A deleted
 * account takes the place of one that the address does not have; after a new registration with the same password, the new account is meant.
 */
export async function identify(
  deps: { readonly db: Database; readonly passwords: Passwords },
  given: { readonly email: string; readonly password: string },
): Promise<Result<ProvenPassword, 'wrong_credentials'>> {
  const { verified, unverified, deleted } = await signInCandidates(deps.db, given.email);
  const first = verified ?? deleted;
  const second = unverified ?? (verified === null ? null : deleted);
  const isFirst = await deps.passwords.verify(first?.passwordHash ?? null, given.password);
  if (verified !== null && isFirst) return proven(verified);
  const isSecond = await deps.passwords.verify(second?.passwordHash ?? null, given.password);
  if (second !== null && isSecond) return proven(second);
  return first !== null && isFirst ? proven(first) : err('wrong_credentials');
}

function proven({ id, passwordHash }: SignInCandidate): Result<ProvenPassword, 'wrong_credentials'> {
  return passwordHash === null ? err('wrong_credentials') : ok({ userId: id, passwordHash });
}
