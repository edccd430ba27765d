import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import { type Database, isUniqueViolation } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/database/schema.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { signIn, type SignInDeps } from '../users/index.ts';
import { decidePoll } from './poll-decision.ts';
import { newUserCode } from './user-code.ts';

export const lifetimeSeconds = 600;
export const intervalSeconds = 5;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Client name of devices that wait by code; their User-Agent is ignored. */
export const deviceProgram = 'Comet';

interface StartedAuthorization {
  readonly deviceCode: string;
  readonly userCode: string;
}

/** Creates a pair of codes for a device that requests sign-in. */
export async function startAuthorization(
  deps: Deps,
  device: {
    readonly deviceId: string | null;
    readonly deviceName: string;
    readonly platform: Platform;
    readonly address: string;
  },
): Promise<StartedAuthorization> {
  const now = deps.clock.now();
  for (;;) {
    const secret = newSecretToken();
    const userCode = newUserCode();
    try {
      await deps.db
        .insertInto('deviceAuthorizations')
        .values({
          ...device,
          deviceCodeHash: secret.hash,
          userCode,
          state: 'pending',
          userId: null,
          intervalSeconds,
          lastPolledAt: null,
          createdAt: now,
          expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
        })
        .execute();
      return { deviceCode: secret.token, userCode };
    } catch (error) {
      // Another pending authorization uses the same code: generate a new one.
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

type PollRefusal =
  | 'authorization_pending'
  | 'slow_down'
  | 'authorization_denied'
  | 'authorization_revoked'
  | 'device_code_used'
  | 'device_code_expired';

/** One poll of a waiting device. Approval is exchanged for a token once; the row lock decides between simultaneous polls. */
export async function pollAuthorization(
  deps: Deps & SignInDeps,
  given: { readonly deviceCode: string; readonly deviceId: string | null },
): Promise<Result<string, PollRefusal>> {
  const deviceCodeHash = hashOfToken(given.deviceCode);
  return deps.db.transaction().execute(async (trx) => {
    // Locks the account before its approval, the same order as when sessions end.
    await trx
      .selectFrom('users')
      .select('id')
      .where('id', 'in', (approved) =>
        approved
          .selectFrom('deviceAuthorizations')
          .select('userId')
          .where('deviceCodeHash', '=', deviceCodeHash)
          .where('userId', 'is not', null)
          .$castTo<{ userId: string }>(),
      )
      .forShare()
      .execute();
    const waiting = await trx
      .selectFrom('deviceAuthorizations')
      .selectAll()
      .where('deviceCodeHash', '=', deviceCodeHash)
      .forUpdate()
      .executeTakeFirst();
    // A code that another device requested is treated as nonexistent.
    if (waiting === undefined || waiting.deviceId !== given.deviceId) return err('device_code_expired');
    const now = deps.clock.now();
    const decision = decidePoll(waiting, now);
    const isApproved = decision.outcome === 'approved' && waiting.userId !== null;
    await trx
      .updateTable('deviceAuthorizations')
      .set({
        lastPolledAt: now,
        ...(decision.outcome === 'slow_down' ? { intervalSeconds: decision.intervalSeconds } : {}),
        ...(isApproved ? { state: 'used' as const } : {}),
      })
      .where('id', '=', waiting.id)
      .execute();
    if (decision.outcome !== 'approved') return err(decision.outcome);
    if (waiting.userId === null) return err('authorization_pending');
    const { userId, deviceName, platform } = waiting;
    const client = { name: deviceProgram, platform };
    const signingIn = {
      userId,
      deviceId: given.deviceId,
      client,
      deviceName,
      method: 'quick_login',
      now,
    } as const;
    const signedIn = await signIn(deps, trx, signingIn);
    return signedIn.ok ? ok(signedIn.value.accessToken) : err('authorization_denied');
  });
}

const shownStates = { pending: 'pending', approved: 'approved', used: 'signed_in' } as const;

/** Returns the device that waits with a code, including one that `userId` has approved; or null. */
export async function findWaiting(deps: Deps, { userCode, userId }: { userCode: string; userId: string }) {
  const waiting = await deps.db
    .selectFrom('deviceAuthorizations')
    .select(['userCode', 'deviceName', 'platform', 'address', 'createdAt', 'expiresAt', 'state'])
    .where('userCode', '=', userCode)
    .where('expiresAt', '>', deps.clock.now())
    .where((row) =>
      row.or([
        row('state', '=', 'pending'),
        row.and([
          row('userId', '=', userId),
          row.or([row('state', '=', 'used'), row('approvedBy', 'is not', null)]),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (waiting === undefined || waiting.state === 'denied') return null;
  return { ...waiting, state: shownStates[waiting.state] };
}

/** Deletes the device authorizations that have expired at `now`, whatever their state. */
export function deleteAuthorizations(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'deviceAuthorizations', {
    key: ['id'],
    orderBy: 'expiresAt',
    due: sql`expires_at < ${now}`,
  });
}
