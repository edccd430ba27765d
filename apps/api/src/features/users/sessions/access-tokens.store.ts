import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { queryPrepared } from '../../../platform/database/prepared.ts';
import type { SignInMethod } from '../../../platform/database/schema.ts';
import type { CallingClient } from '../../../platform/http/requests/user-agent.ts';
import { newSecretToken } from '../../../platform/keys/secret-token.ts';
import { endExcessSessions } from './end-sessions.store.ts';

/** An authenticated user, with the device and client of the sign-in. */
export interface SigningIn {
  readonly userId: string;
  readonly deviceId: string | null;
  readonly client: CallingClient;
  /** The device's given name, where it has one. */
  readonly deviceName?: string;
  readonly method: SignInMethod;
  readonly now: Date;
  /** Start of the session that this one continues: the one-year limit counts from there. The current time where it continues none. */
  readonly begunAt?: Date;
}

/** A session that has just begun. */
export interface Issued {
  readonly accessToken: string;
  readonly tokenId: string;
  /** True while the second factor is still required. */
  readonly isLimited: boolean;
}

const insertAccessToken = {
  name: 'insert-access-token',
  text: `
    insert into access_tokens (
      user_id, token_hash, device_id, is_limited, method,
      client, platform, device_name, created_at, last_used_at, second_factor_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    returning id`,
};

/**
 * Creates an access token, bound to the device id of the request. `signIn` decides whether one is issued. Where the account has 100 sessions,
 * the least recently used one ends.
 */
export async function issueAccessToken(
  trx: DatabaseTransaction,
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
    begunAt = now,
    secondFactorAt = null,
  } = token;
  const secret = newSecretToken();
  const [row] = await queryPrepared<{ readonly id: string }>(trx, insertAccessToken, [
    ...[userId, secret.hash, deviceId, isLimited, method],
    ...[client.name, client.platform, deviceName, begunAt, now, secondFactorAt],
  ]);
  if (row === undefined) throw new Error('Inserting an access token returned no id');
  if (!isLimited) await endExcessSessions(trx, { userId, newest: row.id });
  return { accessToken: secret.token, tokenId: row.id, isLimited };
}

/** Records that the second factor was given in a session now. */
export async function recordSecondFactor(
  trx: DatabaseTransaction,
  session: { readonly tokenId: string; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('accessTokens')
    .set({ secondFactorAt: session.now })
    .where('id', '=', session.tokenId)
    .execute();
}

/**
 * Returns whether a session is still valid, for permissions that were checked before the account's row was locked. It cannot end before the
 * caller's transaction does.
 */
export async function isSessionValid(trx: DatabaseTransaction, tokenId: string): Promise<boolean> {
  const session = await trx
    .selectFrom('accessTokens')
    .select('id')
    .where('id', '=', tokenId)
    .forShare()
    .executeTakeFirst();
  return session !== undefined;
}

/** Returns whether a token still requires the second factor. It stays locked until the transaction ends. */
export async function needsSecondFactor(trx: DatabaseTransaction, tokenId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('accessTokens')
    .select('id')
    .where('id', '=', tokenId)
    .where('isLimited', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return open !== undefined;
}
