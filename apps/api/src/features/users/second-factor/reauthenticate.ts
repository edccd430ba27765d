import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import type { SignInMethod } from '../../../platform/database/schema.ts';
import type { SignedInUser } from '../../../platform/http/authentication/caller.ts';
import type { Attempts } from '../../../platform/http/authentication/attempts.ts';
import type { Refusal } from '../../../platform/http/requests/route.ts';
import type { CallingClient } from '../../../platform/http/requests/user-agent.ts';
import { wrongPasswordsWithin } from '../passwords/password-attempt-limits.ts';
import type { Passwords } from '../passwords/password.ts';
import { passwordHashOf } from '../users.store.ts';

const freshMs = 10 * 60 * 1000;

/** Sign-in methods that count as reauthentication where the account has no password. */
const reauthenticationMethods: ReadonlySet<SignInMethod> = new Set(['social', 'passkey']);

/** The caller of a sensitive operation. */
export interface ReauthenticationRequest {
  readonly caller: SignedInUser;
  readonly deviceId: string | null;
  readonly client: CallingClient;
}

export interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

type FactorRefusal = 'two_factor_code_wrong' | 'recovery_code_wrong' | Refusal<'too_many_requests'>;

/** Consumes a second factor within a session and records its time. */
export type ReverifySecondFactor = (
  request: ReauthenticationRequest,
  factor: { readonly kind: 'code' | 'recovery_code'; readonly code: string },
) => Promise<Result<undefined, FactorRefusal>>;

export type ReauthenticationRefusal =
  | 'current_password_wrong'
  | 'reauthentication_required'
  | 'second_factor_required'
  | FactorRefusal;

export interface ReauthenticationDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly attempts: Pick<Attempts, 'begin' | 'spend'>;
  readonly reverifySecondFactor: ReverifySecondFactor;
}

/**
 * Reauthenticates a signed-in user before a sensitive operation. An account with a password must give it, even in a new session; one
 * without needs a session that began with a provider or a passkey less than ten minutes ago. With two-factor on, the second factor is
 * required too, unless it was given in this session less than ten minutes ago: the operation may add a sign-in method that never requires
 * it. It is checked last, so that a wrong password consumes no code.
 */
export async function reauthenticate(
  deps: ReauthenticationDeps,
  request: ReauthenticationRequest,
  proof: Proof,
): Promise<Result<undefined, ReauthenticationRefusal>> {
  const { caller } = request;
  const stored = await passwordHashOf(deps.db, caller.id);
  const first =
    stored === null
      ? freshSession(deps, caller)
      : await tryPassword(deps, { caller, stored, password: proof.password });
  if (!first.ok || !caller.hasTwoFactor || isFresh(deps, caller.secondFactorAt)) return first;
  if (proof.code !== undefined) return deps.reverifySecondFactor(request, { kind: 'code', code: proof.code });
  if (proof.recoveryCode === undefined) return err('second_factor_required');
  return deps.reverifySecondFactor(request, { kind: 'recovery_code', code: proof.recoveryCode });
}

function isFresh({ clock }: ReauthenticationDeps, at: Date | null): boolean {
  return at !== null && clock.now().getTime() - at.getTime() < freshMs;
}

function freshSession(
  deps: ReauthenticationDeps,
  { method, signedInAt }: SignedInUser,
): Result<undefined, 'reauthentication_required'> {
  return reauthenticationMethods.has(method) && isFresh(deps, signedInAt)
    ? ok(undefined)
    : err('reauthentication_required');
}

/** Wrong passwords are counted across all endpoints: a stolen session gets no separate count at each. */
async function tryPassword(
  { attempts, passwords }: ReauthenticationDeps,
  tried: {
    readonly caller: SignedInUser;
    readonly stored: string;
    readonly password: string | undefined;
  },
): Promise<Result<undefined, 'current_password_wrong' | Refusal<'too_many_requests'>>> {
  const { stored, password } = tried;
  if (password === undefined) return err('current_password_wrong');
  const attempt = await attempts.begin(wrongPasswordsWithin(tried.caller));
  if (!attempt.ok) return err({ code: 'too_many_requests', retryAfter: attempt.error });
  const matches = await attempts.spend(() => passwords.verify(stored, password));
  if (!matches) return err('current_password_wrong');
  await attempt.value.succeeded();
  return ok(undefined);
}
