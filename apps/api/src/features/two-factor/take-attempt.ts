import type { BrokenRule } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Limit, RateLimiter } from '../../platform/http/rate-limit.ts';
import type { Refusal } from '../../platform/http/route.ts';
import { isKnownDevice } from '../users/index.ts';
import type { Factor } from './prove.ts';

/**
 * Guesses at one account, whoever makes them and wherever. Three codes in a million are good at any time, so 60 guesses a day find
 * one in 15 years; a recovery code is not to be guessed at all, and has a count of its own, so that someone who burns the first
 * leaves the owner the second.
 */
const limits: Readonly<Record<Factor['kind'], readonly Limit[]>> = {
  code: [
    { calls: 10, seconds: 600 },
    { calls: 60, seconds: 86_400 },
  ],
  recovery_code: [{ calls: 10, seconds: 600 }],
};

/** Who gives a factor. */
interface Giver {
  readonly caller: SignedInUser;
  readonly deviceId: string | null;
}

/**
 * Counts an attempt before it is looked at; the count stays whatever becomes of the attempt. A device that has passed both factors
 * before has a count of its own: someone who has the password, and guesses, does not use up the owner's.
 */
export async function takeAttempt(
  deps: { readonly db: Database; readonly limiter: RateLimiter },
  { caller, deviceId }: Giver,
  kind: Factor['kind'],
): Promise<Result<undefined, Refusal<'too_many_requests'>>> {
  const isKnown = deviceId !== null && (await isKnownDevice(deps.db, { email: caller.email, deviceId }));
  const who = isKnown ? `${caller.id} on ${deviceId}` : caller.id;
  for (const limit of limits[kind]) {
    const retryAfter = await deps.limiter.take(`second factor ${kind} ${who}`, limit);
    if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
  }
  return ok(undefined);
}

const eitherOr: BrokenRule = {
  rule: 'code.required',
  message: 'Give a code or a recovery code, one of them',
};

/** The one factor of a request that may name either. */
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
