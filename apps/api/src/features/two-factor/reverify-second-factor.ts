import { ok } from '@comet/foundation';
import { recordSecondFactor, type ReverifySecondFactor } from '../users/index.ts';
import type { TwoFactorDeps } from './deps.ts';
import { proveFactor } from './prove.ts';
import { countAttempt } from './count-attempt.ts';

/** Verifies a second factor within a session. Guesses count with those of sign-ins. */
export function reverifySecondFactor(deps: Omit<TwoFactorDeps, 'afterSecondFactor'>): ReverifySecondFactor {
  return async ({ caller, deviceId, client }, factor) => {
    const attempt = await countAttempt(deps, { caller, deviceId }, factor.kind);
    if (!attempt.ok) return attempt;
    const now = deps.clock.now();
    const proved = await deps.db.transaction().execute(async (trx) => {
      const taken = await proveFactor(deps, trx, { userId: caller.id, factor, client, now });
      if (taken.ok) await recordSecondFactor(trx, { tokenId: caller.tokenId, now });
      return taken;
    });
    if (proved.ok) return proved;
    // Two-factor was disabled meanwhile, which required a code: no proof is necessary any more.
    const { error } = proved;
    return error === 'two_factor_off' ? ok(undefined) : { ok: false, error };
  };
}
