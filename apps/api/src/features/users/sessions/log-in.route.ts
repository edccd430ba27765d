import { api } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/requests/route.ts';
import { attemptPassword, type PasswordAttemptDeps } from '../passwords/password-attempt.ts';
import type { Passwords } from '../passwords/password.ts';
import { lockForSignIn, type ProvenPassword } from '../users.store.ts';
import { type SignInCandidate, signInCandidates } from './sign-in-candidates.store.ts';
import { signIn, type SignInDeps } from './sign-in.ts';

/**
 * Returns the account of an email and password. A sign-in to a confirmed account costs one comparison; every other outcome costs exactly
 * two, against real or dummy hashes, so that neither the response nor its time discloses whether an address has an account. A deleted
 * account is used where the address has no other; after a new registration with the same password, the new account is used.
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

export type LogInDeps = SignInDeps &
  PasswordAttemptDeps &
  Parameters<typeof identify>[0] & { readonly clock: Clock };

export const logInRoute = (deps: LogInDeps) =>
  route(api.logIn, async ({ body, deviceId, address, client }) => {
    const by = { email: body.email, deviceId, address };
    const identified = await attemptPassword(deps, by, () => identify(deps, body));
    if (!identified.ok) return identified;
    const now = deps.clock.now();
    const proven = identified.value;
    const signingIn = { userId: proven.userId, deviceId, client, method: 'password', now } as const;
    const signedIn = await deps.db.transaction().execute(async (trx) => {
      const account = await lockForSignIn(trx, proven.userId);
      // The comparison takes time; a replaced password must not sign in.
      if (account?.passwordHash !== proven.passwordHash) return err('wrong_credentials' as const);
      return signIn(deps, trx, signingIn, account);
    });
    return signedIn.ok ? ok({ accessToken: signedIn.value.accessToken }) : signedIn;
  });
