import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** The pair of an account as stored. */
export interface StoredPair {
  readonly username: string;
  readonly sealedPassword: string;
  readonly createdAt: Date;
}

/** Returns the user's OpenVPN credentials, the password encrypted; null if there are none yet. */
export async function pairOf(db: Database | DatabaseTransaction, userId: string): Promise<StoredPair | null> {
  const kept = await db
    .selectFrom('openvpnCredentials')
    .select(['username', 'sealedPassword', 'createdAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return kept ?? null;
}

/** Serialises changes of an account's pair until commit. */
export async function lockPair(trx: DatabaseTransaction, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Stores the account's only pair, replacing any other. */
export async function storePair(
  trx: DatabaseTransaction,
  { userId, ...pair }: StoredPair & { readonly userId: string; readonly sharedUsername: string | null },
): Promise<void> {
  await trx
    .insertInto('openvpnCredentials')
    .values({ userId, ...pair })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(pair))
    .execute();
}

/** Returns the grant of the account's credentials at all gateways; null if it is not in force, or the gateway does not support it. */
export async function sharedGrantAt(
  trx: DatabaseTransaction,
  { userId, gatewayId }: { readonly userId: string; readonly gatewayId: string },
): Promise<string | null> {
  const grant = await trx
    .selectFrom('gatewayGrants')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', 'credential')
    .where('withdrawnAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('gateways')
          .select('gateways.id')
          .where('gateways.id', '=', gatewayId)
          .where('credentialsSharedAt', 'is not', null),
      ),
    )
    .executeTakeFirst();
  return grant?.id ?? null;
}

/** Returns the grant id and MAC of the account's credentials on a gateway that authorises them; otherwise null. */
export async function macAt(
  trx: DatabaseTransaction,
  { userId, gatewayId }: { readonly userId: string; readonly gatewayId: string },
): Promise<{ readonly id: string; readonly mac: string } | null> {
  const grant = await trx
    .selectFrom('gatewayGrants')
    .select(['id', 'mac'])
    .where('userId', '=', userId)
    .where('gatewayId', '=', gatewayId)
    .where('kind', '=', 'openvpn')
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  return grant === undefined || grant.mac === null ? null : { id: grant.id, mac: grant.mac };
}
