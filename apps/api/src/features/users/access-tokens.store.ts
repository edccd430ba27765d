import { askTogether } from '../../platform/database/ask-together.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Pipeline, PreparedStatement } from '../../platform/database/pipeline.ts';
import { askPrepared } from '../../platform/database/prepared.ts';
import type { SignInMethod } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { forgetDevices } from './known-devices.store.ts';
import { forgetTrustedDevices } from './trusted-devices.store.ts';

/** Since the last use. */
export const sessionLifetimeMs = 30 * 24 * 3600 * 1000;
const touchMs = 3600 * 1000;
/** Long enough to fetch a phone. A limited token is not prolonged by use. */
const limitedLifetimeMs = 15 * 60 * 1000;

/** Somebody who has proved who they are, and what they do it with. */
export interface SigningIn {
  readonly userId: string;
  readonly deviceId: string | null;
  readonly client: CallingClient;
  /** The name that the device was given, where it has one. */
  readonly deviceName?: string;
  readonly method: SignInMethod;
  readonly now: Date;
}

/** A session that has just begun. */
export interface Issued {
  readonly accessToken: string;
  readonly tokenId: string;
  /** True while it owes the second factor. */
  readonly isLimited: boolean;
}

const insertAccessToken = {
  name: 'insert-access-token',
  text: `
    insert into access_tokens (
      user_id, token_hash, device_id, is_limited, method,
      client, platform, device_name, created_at, last_used_at, second_factor_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
    returning id`,
};

/** A new access token, bound to the device id that asked for it. Who deserves one is decided by `signIn`. */
export async function issueAccessToken(
  db: Database | DatabaseTransaction,
  token: SigningIn & { readonly isLimited: boolean; readonly secondFactorAt?: Date | null },
): Promise<Issued> {
  const {
    userId,
    deviceId,
    isLimited,
    method,
    client,
    deviceName = null,
    now,
    secondFactorAt = null,
  } = token;
  const secret = newSecretToken();
  const [row] = await askPrepared<{ readonly id: string }>(db, insertAccessToken, [
    ...[userId, secret.hash, deviceId, isLimited, method],
    ...[client.name, client.platform, deviceName, now, secondFactorAt],
  ]);
  if (row === undefined) throw new Error('A new access token came back without its id');
  return { accessToken: secret.token, tokenId: row.id, isLimited };
}

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

/** The session of a token, or null. Tokens that come in together are looked up together: under load that is most of a read's cost. */
export type FindSession = (token: string) => Promise<Session | null>;

export function sessionFinder(quick: Pipeline): FindSession {
  return askTogether(async (tokens: readonly string[]) => {
    const hashes = tokens.map(hashOfToken);
    const rows = await quick.rows<Session & { readonly position: number }>(signedInUsers, [hashes]);
    const sessions = new Array<Session | null>(tokens.length).fill(null);
    for (const row of rows) sessions[row.position - 1] = row;
    return sessions;
  }, 100);
}

/**
 * Whose token this is, if it was used within 30 days and comes with the device id that it is bound to. One that still owes the second
 * factor lives 15 minutes.
 */
export async function findSignedInUser(
  { db, findSession }: { readonly db: Database; readonly findSession: FindSession },
  given: {
    readonly token: string;
    readonly deviceId: string | null;
    readonly now: Date;
    /** Looks among the deleted accounts instead of the living ones. */
    readonly isDeleted?: boolean;
  },
): Promise<SignedInUser | null> {
  const found = await findSession(given.token);
  if (found === null || found.isDeleted !== (given.isDeleted ?? false)) return null;
  if (found.deviceId !== given.deviceId) return null;
  const idle = given.now.getTime() - found.lastUsedAt.getTime();
  if (idle > sessionLifetimeMs) return null;
  if (found.isLimited && given.now.getTime() - found.signedInAt.getTime() > limitedLifetimeMs) return null;
  if (idle > touchMs) {
    await db
      .updateTable('accessTokens')
      .set({ lastUsedAt: given.now })
      .where('id', '=', found.tokenId)
      .execute();
  }
  return found;
}

/** Notes that the second factor was given in a session now. */
export async function noteSecondFactor(
  trx: DatabaseTransaction,
  session: { readonly tokenId: string; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('accessTokens')
    .set({ secondFactorAt: session.now })
    .where('id', '=', session.tokenId)
    .execute();
}

export async function revokeAccessToken(db: Database | DatabaseTransaction, tokenId: string): Promise<void> {
  await db.deleteFrom('accessTokens').where('id', '=', tokenId).execute();
}

/**
 * Ends an account's sessions, all of them or all but one, and forgets the devices that they stood on; every device is asked for the
 * second factor again, the one that stays included. One-time tokens and approvals that were not collected yet fall with the
 * sessions that gave them. For transactions that hold the account's row.
 */
export async function endSessions(
  trx: DatabaseTransaction,
  userId: string,
  keep?: { readonly tokenId: string; readonly deviceId: string | null },
): Promise<void> {
  await trx
    .deleteFrom('accessTokens')
    .where('userId', '=', userId)
    .$if(keep !== undefined, (others) => others.where('id', '!=', keep?.tokenId ?? ''))
    .execute();
  await forgetDevices(trx, userId, keep?.deviceId ?? null);
  await forgetTrustedDevices(trx, userId);
}

/**
 * Whether a session still stands, for what was allowed to it before the account's row was locked. It cannot end before the caller is done.
 */
export async function stillStands(trx: DatabaseTransaction, tokenId: string): Promise<boolean> {
  const session = await trx
    .selectFrom('accessTokens')
    .select('id')
    .where('id', '=', tokenId)
    .forShare()
    .executeTakeFirst();
  return session !== undefined;
}

/** Whether a token still waits for the second factor. It stays locked until the transaction ends. */
export async function owesSecondFactor(trx: DatabaseTransaction, tokenId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('accessTokens')
    .select('id')
    .where('id', '=', tokenId)
    .where('isLimited', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return open !== undefined;
}

/** Ends the sign-ins of an account that still owe a second factor. */
export async function revokeLimitedTokens(trx: DatabaseTransaction, userId: string): Promise<void> {
  await trx.deleteFrom('accessTokens').where('userId', '=', userId).where('isLimited', '=', true).execute();
}

export async function forgetIdleTokens(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('accessTokens')
    .where('lastUsedAt', '<', new Date(now.getTime() - sessionLifetimeMs))
    .execute();
  await db
    .deleteFrom('accessTokens')
    .where('isLimited', '=', true)
    .where('createdAt', '<', new Date(now.getTime() - limitedLifetimeMs))
    .execute();
}
