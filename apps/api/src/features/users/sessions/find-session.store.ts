import { batchQueries } from '../../../platform/database/batch-queries.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Pipeline, PreparedStatement } from '../../../platform/database/pipeline.ts';
import { isDatabaseReadOnly } from '../../../platform/database/failures.ts';
import type { SignedInUser } from '../../../platform/http/authentication/caller.ts';
import { hashOfToken } from '../../../platform/keys/secret-token.ts';
import { limitedLifetimeMs, maxSessionMs, sessionLifetimeMs } from './session-lifetimes.ts';

/** Minimum interval in ms between recorded uses. */
const touchMs = 3600 * 1000;

const signedInUsers: PreparedStatement = {
  name: 'signed-in-users',
  text: `
    select
      array_position($1::bytea[], access_tokens.token_hash) as position,
      users.id,
      users.email,
      users.verified_at is not null as "emailVerified",
      users.password_hash is not null as "hasPassword",
      users.two_factor_enabled_at is not null as "hasTwoFactor",
      users.deleted_at is not null as "isDeleted",
      users.created_at as "createdAt",
      access_tokens.id as "tokenId",
      access_tokens.device_id as "deviceId",
      access_tokens.last_used_at as "lastUsedAt",
      access_tokens.is_limited as "isLimited",
      access_tokens.method,
      access_tokens.created_at as "signedInAt",
      access_tokens.second_factor_at as "secondFactorAt"
    from access_tokens
    join users on users.id = access_tokens.user_id
    where access_tokens.token_hash = any($1::bytea[])`,
  isRead: true,
};

interface Session extends SignedInUser {
  readonly isDeleted: boolean;
  readonly deviceId: string | null;
  readonly lastUsedAt: Date;
}

/** Returns the session of a token, or null. Concurrent lookups are batched into one query: under load that is most of a read's cost. */
type FindSession = (token: string) => Promise<Session | null>;

/** Returns a function that finds the session of a token, or null. Up to 100 concurrent lookups share one prepared statement. */
export function sessionFinder(quick: Pipeline): FindSession {
  return batchQueries(async (tokens: readonly string[]) => {
    const hashes = tokens.map(hashOfToken);
    const rows = await quick.rows<Session & { readonly position: number }>(signedInUsers, [hashes]);
    const sessions = new Array<Session | null>(tokens.length).fill(null);
    for (const row of rows) sessions[row.position - 1] = row;
    return sessions;
  }, 100);
}

/**
 * Returns the user of a token, if it was used within 30 days, is not older than a year, and comes with the device id that it is bound to.
 * A token that still requires the second factor is valid for 15 minutes.
 */
export async function findSignedInUser(
  { db, findSession }: { readonly db: Database; readonly findSession: FindSession },
  given: {
    readonly token: string;
    readonly deviceId: string | null;
    readonly now: Date;
    /** Searches the deleted accounts instead. */
    readonly isDeleted?: boolean;
  },
): Promise<SignedInUser | null> {
  const found = await findSession(given.token);
  if (found === null || found.isDeleted !== (given.isDeleted ?? false)) return null;
  if (found.deviceId !== given.deviceId) return null;
  const idle = given.now.getTime() - found.lastUsedAt.getTime();
  if (idle > sessionLifetimeMs) return null;
  if (given.now.getTime() - found.signedInAt.getTime() > maxSessionMs) return null;
  if (found.isLimited && given.now.getTime() - found.signedInAt.getTime() > limitedLifetimeMs) return null;
  if (idle > touchMs) {
    await db
      .updateTable('accessTokens')
      .set({ lastUsedAt: given.now })
      .where('id', '=', found.tokenId)
      .execute()
      // Reads continue while the database cannot write.
      .catch((error: unknown) => {
        if (!isDatabaseReadOnly(error)) throw error;
      });
  }
  return found;
}
