import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { monthOf } from '../residential-data/index.ts';

type Row = Selectable<Schema['proxyUsers']>;

/** A proxy user that is not removed. */
export type ProxyUser = Omit<Row, 'removedAt' | 'sealedPassword'> & { readonly sealedPassword: string };

/** Serialises changes of an account's users until commit, and keeps new gateways from getting outdated grants. */
export async function lockUsers(trx: DatabaseTransaction, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Returns an account's users in order of creation, or the one with this id. */
export async function usersOf(
  db: Database | DatabaseTransaction,
  userId: string,
  id?: string,
): Promise<readonly ProxyUser[]> {
  const rows = await db
    .selectFrom('proxyUsers')
    .selectAll()
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ removedAt: _removedAt, sealedPassword, ...user }) =>
    sealedPassword === null ? [] : [{ ...user, sealedPassword }],
  );
}

/** Returns whether one of these addresses is that of a gateway; dedicated IPs are not included. */
export async function isGatewayAddress(
  trx: DatabaseTransaction,
  addresses: readonly string[],
): Promise<boolean> {
  if (addresses.length === 0) return false;
  const { rows } = await sql`
    select 1 from gateways
    where retired_at is null
      and (ipv4::inet = any(${[...addresses]}::inet[]) or ipv6::inet = any(${[...addresses]}::inet[]))
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Stores a proxy user and returns it with its id and defaults. */
export async function insertUser(
  trx: DatabaseTransaction,
  user: Pick<ProxyUser, 'userId' | 'name' | 'username' | 'sealedPassword' | 'limitBytes' | 'createdAt'>,
): Promise<ProxyUser> {
  const more = await trx
    .insertInto('proxyUsers')
    .values(user)
    .returning(['id', 'enabled', 'addresses', 'provenAddresses', 'sharedAt'])
    .executeTakeFirstOrThrow();
  return { ...user, ...more };
}

/** Updates the given columns of a proxy user. */
export async function changeUser(
  trx: DatabaseTransaction,
  id: string,
  change: Partial<
    Pick<
      Row,
      | 'name'
      | 'limitBytes'
      | 'enabled'
      | 'addresses'
      | 'provenAddresses'
      | 'sealedPassword'
      | 'removedAt'
      | 'sharedAt'
    >
  >,
): Promise<void> {
  await trx.updateTable('proxyUsers').set(change).where('id', '=', id).execute();
}

/** Returns the usage of each of an account's users in the month of `now`, in bytes. */
export async function usedThisMonth(
  db: Database | DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select proxy_user_id as id, sum(bytes)::bigint as bytes from data_usage_days
    where user_id = ${userId} and product = 'residential_proxy' and day >= ${monthOf(now)}::date
    group by proxy_user_id`.execute(db);
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/**
 * Selects the ids of accounts with enabled proxy users, in order; the caller locks them. `after`: the last id before them; `isShared: false`:
 * only those with a user that has no grant of all gateways.
 */
export function accountsWithUsers(
  trx: DatabaseTransaction,
  { after, isShared, limit }: { readonly after?: string; readonly isShared?: false; readonly limit: number },
) {
  return trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (owners) =>
      owners
        .selectFrom('proxyUsers')
        .select('userId')
        .distinct()
        .$if(after !== undefined, (query) => query.where('userId', '>', after ?? ''))
        // With the other two the predicate of an index.
        .$if(isShared === false, (query) => query.where('sharedAt', 'is', null))
        .where('removedAt', 'is', null)
        .where('enabled', '=', true)
        .orderBy('userId')
        .limit(limit),
    )
    .orderBy('id');
}
