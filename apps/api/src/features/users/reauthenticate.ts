import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { SignInMethod } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Attempts } from '../../platform/http/attempts.ts';
import type { Refusal } from '../../platform/http/route.ts';
import { wrongPasswordsWithin } from './guess-limits.ts';
import type { Passwords } from './password.ts';
import { passwordHashOf } from './users.store.ts';

const freshMs = 10 * 60 * 1000;

/** Sign-ins that prove a person where there is no password to ask for. */
const provesAPerson: ReadonlySet<SignInMethod> = new Set(['social', 'passkey']);

export type ReauthenticationRefusal =
  | 'current_password_wrong'
  | 'reauthentication_required'
  | Refusal<'too_many_requests'>;

export interface ReauthenticationDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly attempts: Pick<Attempts, 'begin' | 'spend'>;
}

/**
 * Asks a signed-in person to prove once more who they are, before something that a borrowed session must not do. An account with
 * a password is asked for it, however fresh the session; one without needs a session that began with a provider or a passkey
 * less than ten minutes ago. Wrong passwords are counted by account, whichever endpoints they are tried at: whoever found a session open
 * does not get a fresh count at each.
 */
export async function reauthenticate(
  deps: ReauthenticationDeps,
  caller: SignedInUser,
  password: string | undefined,
): Promise<Result<undefined, ReauthenticationRefusal>> {
  const stored = await passwordHashOf(deps.db, caller.id);
  if (stored !== null)
    return password === undefined
      ? err('current_password_wrong')
      : tryPassword(deps, { userId: caller.id, stored, password });
  const age = deps.clock.now().getTime() - caller.signedInAt.getTime();
  const isFresh = provesAPerson.has(caller.method) && age < freshMs;
  return isFresh ? ok(undefined) : err('reauthentication_required');
}

async function tryPassword(
  { attempts, passwords }: ReauthenticationDeps,
  tried: { readonly userId: string; readonly stored: string; readonly password: string },
): Promise<Result<undefined, ReauthenticationRefusal>> {
  const attempt = await attempts.begin([wrongPasswordsWithin(tried.userId)]);
  if (!attempt.ok) return err({ code: 'too_many_requests', retryAfter: attempt.error });
  const matches = await attempts.spend(() => passwords.verify(tried.stored, tried.password));
  if (!matches) return err('current_password_wrong');
  await attempt.value.succeeded();
  return ok(undefined);
}
