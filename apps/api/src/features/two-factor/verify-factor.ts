import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import type { TwoFactorDeps } from './deps.ts';
import { recoveryCodeUsedEmail } from './emails.ts';
import { hashOfRecoveryCode } from './recovery-code.ts';
import { stepOf, openSecret } from './totp.ts';
import {
  countRecoveryCodes,
  lockAccount,
  lockSetUp,
  spendRecoveryCode,
  updateSetUp,
} from './two-factor.store.ts';
import { recordSecondFactor, type ReverifySecondFactor } from '../users/index.ts';
import { countAttempt } from './count-attempt.ts';

/** The factor: a code of the authenticator app, or a recovery code. */
export type Factor =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'recovery_code'; readonly code: string };

export type FactorRefusal = 'two_factor_code_wrong' | 'recovery_code_wrong' | 'two_factor_off';

type ProveDeps = Pick<TwoFactorDeps, 'outbox' | 'dashboardUrl' | 'sealer' | 'pepper'>;

/**
 * Verifies and consumes a factor of an account: a code is valid once and never after a later one, a recovery code once. The owner is
 * notified by email of a used recovery code.
 */
export async function verifyFactor(
  deps: ProveDeps,
  trx: DatabaseTransaction,
  given: {
    readonly userId: string;
    readonly factor: Factor;
    readonly client: CallingClient;
    readonly now: Date;
  },
): Promise<Result<undefined, FactorRefusal>> {
  const { userId, factor, client, now } = given;
  const account = await lockAccount(trx, userId, 'use');
  const setUp = await lockSetUp(trx, userId);
  if (account === null || account.enabledAt === null || setUp === null) return err('two_factor_off');

  if (factor.kind === 'code') {
    const step = stepOf(factor.code, openSecret(deps.sealer, userId, setUp.sealedSecret), now);
    if (step === null || step <= setUp.lastUsedStep) return err('two_factor_code_wrong');
    await updateSetUp(trx, userId, { lastUsedStep: step });
    return ok(undefined);
  }

  const codeHash = hashOfRecoveryCode(deps.pepper, userId, factor.code);
  if (!(await spendRecoveryCode(trx, { userId, codeHash, now }))) return err('recovery_code_wrong');
  const left = await countRecoveryCodes(trx, userId);
  await deps.outbox.post(
    trx,
    account.email,
    recoveryCodeUsedEmail(deps.dashboardUrl, { client, at: now }, left),
  );
  return ok(undefined);
}

/** Verifies a second factor within a session. Guesses count with those of sign-ins. */
export function reverifySecondFactor(deps: Omit<TwoFactorDeps, 'afterSecondFactor'>): ReverifySecondFactor {
  return async ({ caller, deviceId, client }, factor) => {
    const attempt = await countAttempt(deps, { caller, deviceId }, factor.kind);
    if (!attempt.ok) return attempt;
    const now = deps.clock.now();
    const proved = await deps.db.transaction().execute(async (trx) => {
      const taken = await verifyFactor(deps, trx, { userId: caller.id, factor, client, now });
      if (taken.ok) await recordSecondFactor(trx, { tokenId: caller.tokenId, now });
      return taken;
    });
    if (proved.ok) return proved;
    // Two-factor was disabled meanwhile, which required a code: no proof is necessary any more.
    const { error } = proved;
    return error === 'two_factor_off' ? ok(undefined) : { ok: false, error };
  };
}
