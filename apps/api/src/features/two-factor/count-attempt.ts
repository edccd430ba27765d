import type { BrokenRule } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { rateLimitClassOf, type SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { Limit, RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { hasPassedSecondFactor } from '../users/index.ts';
import type { Factor } from './verify-factor.ts';

const limits: Readonly<Record<Factor['kind'], readonly Limit[]>> = {
  code: [
    { calls: 10, seconds: 600 },
    { calls: 60, seconds: 86_400 },
  ],
  recovery_code: [{ calls: 10, seconds: 600 }],
};

/** The caller who gives a factor. */
interface FactorCaller {
  readonly caller: SignedInUser;
  readonly deviceId: string | null;
}

interface AttemptDeps {
  readonly db: Database;
  readonly limiter: RateLimiter;
}

/** Counts an attempt before it is checked; the count stays whatever the result. Decision 18 defines which attempts share a count. */
export async function countAttempt(
  deps: AttemptDeps,
  giver: FactorCaller,
  kind: Factor['kind'],
): Promise<Result<undefined, Refusal<'too_many_requests'>>> {
  const rateLimitClass =
    kind === 'code'
      ? await rateLimitClassOfCode(deps, giver)
      : rateLimitClassOf(giver.caller, giver.deviceId);
  return take(deps, kind, rateLimitClass);
}

/** Counts an attempt at the first code of a set-up. Its secret belongs to the caller, so a code cannot be guessed across devices. */
export function countSetUpAttempt(
  deps: AttemptDeps,
  { caller, deviceId }: FactorCaller,
): Promise<Result<undefined, Refusal<'too_many_requests'>>> {
  return take(deps, 'code', rateLimitClassOf(caller, deviceId));
}

/**
 * Three of a million codes are valid at any time, and an attacker with the password can open any number of sessions and invent any number
 * of device ids. So a device gets its own count only after a correct code on it; all others share one count for the account, and full
 * sessions do not share theirs with sign-ins that still require the factor.
 */
async function rateLimitClassOfCode(
  { db }: AttemptDeps,
  { caller, deviceId }: FactorCaller,
): Promise<string> {
  if (await hasPassedSecondFactor(db, { userId: caller.id, deviceId }))
    return rateLimitClassOf(caller, deviceId);
  return caller.isLimited ? caller.id : `${caller.id} within`;
}

async function take(
  { limiter }: AttemptDeps,
  kind: Factor['kind'],
  rateLimitClass: string,
): Promise<Result<undefined, Refusal<'too_many_requests'>>> {
  for (const limit of limits[kind]) {
    const retryAfter = await limiter.take(`second factor ${kind} ${rateLimitClass}`, limit);
    if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
  }
  return ok(undefined);
}

const eitherOr: BrokenRule = {
  rule: 'code.required',
  message: 'Give a code or a recovery code, one of them',
};

/** Returns the factor of a request, which has exactly one. */
export function factorOf(body: {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}): Result<Factor, Refusal<'validation_failed'>> {
  const { code, recoveryCode } = body;
  if (code !== undefined && recoveryCode === undefined) return ok({ kind: 'code', code });
  if (code === undefined && recoveryCode !== undefined) {
    return ok({ kind: 'recovery_code', code: recoveryCode });
  }
  return err({ code: 'validation_failed', rules: [eitherOr] });
}
