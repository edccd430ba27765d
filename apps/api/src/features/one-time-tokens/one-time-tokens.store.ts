import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { oneTimeTokenLifetimeMs } from '../users/index.ts';

/** A token that stands for a session for 60 seconds and is kept as a hash only. */
export async function makeOneTimeToken(
  db: Database,
  { sessionId, now }: { readonly sessionId: string; readonly now: Date },
): Promise<string> {
  const secret = newSecretToken();
  const expiresAt = new Date(now.getTime() + oneTimeTokenLifetimeMs);
  await db.insertInto('oneTimeTokens').values({ tokenHash: secret.hash, sessionId, expiresAt }).execute();
  return secret.token;
}

/**
 * Takes a token away for good and tells whose session it stood for, and when that began; null for one that is unknown, used or too old. Of simultaneous
 * takers one finds the row, since deleting it makes the others wait and then find nothing.
 */
export async function takeOneTimeToken(
  trx: DatabaseTransaction,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<{ readonly userId: string; readonly begunAt: Date } | null> {
  const tokenHash = hashOfToken(token);
  // The account before its token, in the order of whatever ends sessions.
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('accessTokens')
        .innerJoin('oneTimeTokens', 'oneTimeTokens.sessionId', 'accessTokens.id')
        .select('accessTokens.userId')
        .where('oneTimeTokens.tokenHash', '=', tokenHash),
    )
    .forShare()
    .execute();
  const taken = await trx
    .deleteFrom('oneTimeTokens')
    .using('accessTokens')
    .whereRef('accessTokens.id', '=', 'oneTimeTokens.sessionId')
    .where('oneTimeTokens.tokenHash', '=', tokenHash)
    .returning(['oneTimeTokens.expiresAt', 'accessTokens.userId', 'accessTokens.createdAt'])
    .executeTakeFirst();
  if (taken === undefined || taken.expiresAt <= now) return null;
  return { userId: taken.userId, begunAt: taken.createdAt };
}

export async function forgetOneTimeTokens(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('oneTimeTokens').where('expiresAt', '<=', now).execute();
}
