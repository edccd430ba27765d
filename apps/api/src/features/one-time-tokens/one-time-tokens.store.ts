import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { oneTimeTokenLifetimeMs } from '../users/index.ts';

/** Creates a token that represents a session for 60 seconds; only its hash is stored. */
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
 * Deletes a token and returns its session's user and start; null for one that is unknown, used or expired. Of concurrent calls one gets the
 * row: the delete blocks the others, which then find nothing.
 */
export async function consumeOneTimeToken(
  trx: DatabaseTransaction,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<{ readonly userId: string; readonly begunAt: Date } | null> {
  const tokenHash = hashOfToken(token);
  // Locks the account before its token, in the same order as code that ends sessions.
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

/** Deletes the tokens that have expired at `now`. */
export function deleteOneTimeTokens(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'oneTimeTokens', {
    key: ['tokenHash'],
    orderBy: 'expiresAt',
    due: sql`expires_at <= ${now}`,
  });
}
