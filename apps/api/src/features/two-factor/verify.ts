import { err, type Result } from '@comet/foundation';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { passSecondFactor } from '../users/index.ts';
import type { TwoFactorDeps } from './deps.ts';
import { type Factor, type FactorRefusal, proveFactor } from './prove.ts';

/** Verifies the second factor of a sign-in: a full token replaces the limited one. */
export async function verify(
  deps: TwoFactorDeps,
  given: {
    readonly session: SignedInUser;
    readonly deviceId: string | null;
    readonly client: CallingClient;
    readonly remember: boolean;
    readonly factor: Factor;
  },
): Promise<Result<string, Exclude<FactorRefusal, 'two_factor_off'> | 'conflict'>> {
  const { session, factor, client } = given;
  const now = deps.clock.now();
  const passed = await deps.db
    .transaction()
    .execute((trx) =>
      passSecondFactor(deps, trx, { ...given, now }, () =>
        proveFactor(deps, trx, { userId: session.id, factor, client, now }),
      ),
    );
  if (passed.ok) return passed;
  // Two-factor was disabled meanwhile, which has ended this sign-in, too.
  return err(passed.error === 'two_factor_off' ? 'conflict' : passed.error);
}
