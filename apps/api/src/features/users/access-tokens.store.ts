import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
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

/** A new access token, bound to the device id that asked for it. Who deserves one is decided by `signIn`. */
export async function issueAccessToken(
  db: Database | DatabaseTransaction,
  token: SigningIn & { readonly isLimited: boolean },
): Promise<string> {
  const secret = newSecretToken();
  await db
    .insertInto('accessTokens')
    .values({
      userId: token.userId,
      tokenHash: secret.hash,
      deviceId: token.deviceId,
      isLimited: token.isLimited,
      method: token.method,
      client: token.client.name,
      platform: token.client.platform,
      deviceName: token.deviceName ?? null,
      createdAt: token.now,
      lastUsedAt: token.now,
    })
    .execute();
  return secret.token;
}

/**
 * Whose token this is, if it was used within 30 days and comes with the device id that it is bound to. One that still owes the second
 * factor lives 15 minutes.
 */
export async function findSignedInUser(
  db: Database,
  given: {
    readonly token: string;
    readonly deviceId: string | null;
    readonly now: Date;
    /** Looks among the deleted accounts instead of the living ones. */
    readonly isDeleted?: boolean;
  },
): Promise<SignedInUser | null> {
  const found = await db
    .selectFrom('accessTokens')
    .innerJoin('users', 'users.id', 'accessTokens.userId')
    .select([
      'users.id',
      'users.email',
      'users.verifiedAt',
      sql<boolean>`users.password_hash is not null`.as('hasPassword'),
      'users.createdAt',
      'accessTokens.id as tokenId',
      'accessTokens.deviceId',
      'accessTokens.lastUsedAt',
      'accessTokens.isLimited',
      'accessTokens.method',
      'accessTokens.createdAt as signedInAt',
    ])
    .where('accessTokens.tokenHash', '=', hashOfToken(given.token))
    .where('users.deletedAt', given.isDeleted === true ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (found === undefined || found.deviceId !== given.deviceId) return null;
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
  const { id, email, hasPassword, createdAt, tokenId, isLimited, method, signedInAt } = found;
  const emailVerified = found.verifiedAt !== null;
  return { id, email, emailVerified, hasPassword, createdAt, tokenId, isLimited, method, signedInAt };
}

export async function revokeAccessToken(db: Database | DatabaseTransaction, tokenId: string): Promise<void> {
  await db.deleteFrom('accessTokens').where('id', '=', tokenId).execute();
}

/**
 * Ends an account's sessions, all of them or all but one, and forgets the devices that they stood on; every device is asked for the
 * second factor again, the one that stays included. One-time tokens and approvals that were not collected yet fall with the
 * sessions that gave them.
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
