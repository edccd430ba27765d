import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { SignedInUser } from '../../../platform/http/authentication/caller.ts';
import type { CallingClient } from '../../../platform/http/requests/user-agent.ts';
import { issueAccessToken, needsSecondFactor } from '../sessions/access-tokens.store.ts';
import { revokeAccessToken } from '../sessions/end-sessions.store.ts';
import { type SignInDeps, recordDevice } from '../sessions/sign-in.ts';
import { trustDevice } from '../devices/trusted-devices.store.ts';

/** A sign-in whose second factor was just verified. Its session is the one that required it. */
interface PassedSecondFactor {
  readonly userId: string;
  readonly sessionId: string;
  readonly client: CallingClient;
  readonly now: Date;
}

export interface PassDeps extends SignInDeps {
  /** Runs in the transaction that accepts the second factor, for pending work. */
  readonly afterSecondFactor: (trx: DatabaseTransaction, passed: PassedSecondFactor) => Promise<void>;
}

/**
 * Replaces a limited token with a full token. `prove` checks the factor in the same transaction; it is called only while the sign-in is
 * still open, so that no code is consumed for one that another request has ended (`conflict`). The account's row is locked first, as in
 * `signIn`, and a new device causes an email notice, too.
 */
export async function passSecondFactor<Refused>(
  deps: PassDeps,
  trx: DatabaseTransaction,
  given: {
    readonly session: SignedInUser;
    readonly deviceId: string | null;
    readonly client: CallingClient;
    readonly remember: boolean;
    readonly now: Date;
  },
  prove: () => Promise<Result<unknown, Refused>>,
): Promise<Result<string, Refused | 'conflict'>> {
  const { session, deviceId, client, now } = given;
  const { id: userId, method } = session;
  const account = await trx
    .selectFrom('users')
    .select(['email', 'verifiedAt'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (account === undefined || !(await needsSecondFactor(trx, session.tokenId))) return err('conflict');
  const proved = await prove();
  if (!proved.ok) return proved;
  await deps.afterSecondFactor(trx, { userId, sessionId: session.tokenId, client, now });
  await revokeAccessToken(trx, session.tokenId);
  if (given.remember && deviceId !== null) await trustDevice(trx, { userId, deviceId, now });
  const signingIn = { userId, deviceId, client, method, now };
  await recordDevice(deps, trx, { ...signingIn, passedSecondFactor: true }, account);
  const issued = await issueAccessToken(trx, { ...signingIn, isLimited: false, secondFactorAt: now });
  return ok(issued.accessToken);
}
