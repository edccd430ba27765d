import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { SignInMethod } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Passwords } from './password.ts';
import { passwordHashOf } from './users.store.ts';

const freshMs = 10 * 60 * 1000;

/** Sign-ins that prove a person where there is no password to ask for. */
const provesAPerson: ReadonlySet<SignInMethod> = new Set(['social', 'passkey']);

export type ReauthenticationRefusal = 'current_password_wrong' | 'reauthentication_required';

/**
 * Asks a signed-in person to prove once more who they are, before something that a borrowed session must not do. An account with
 * a password is asked for it, however fresh the session; one without needs a session that began with a provider or a passkey
 * less than ten minutes ago. Guesses are limited by the endpoints that call this, per source and per account.
 */
export async function reauthenticate(
  deps: { readonly db: Database; readonly passwords: Passwords; readonly clock: Clock },
  caller: SignedInUser,
  password: string | undefined,
): Promise<Result<undefined, ReauthenticationRefusal>> {
  const stored = await passwordHashOf(deps.db, caller.id);
  if (stored !== null) {
    const matches = password !== undefined && (await deps.passwords.verify(stored, password));
    return matches ? ok(undefined) : err('current_password_wrong');
  }
  const age = deps.clock.now().getTime() - caller.signedInAt.getTime();
  const isFresh = provesAPerson.has(caller.method) && age < freshMs;
  return isFresh ? ok(undefined) : err('reauthentication_required');
}
