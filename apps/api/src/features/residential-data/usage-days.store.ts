import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { DataOwner } from './balance.ts';

/** Bytes that an account used; of the proxy, through one of its users. */
export interface Usage extends DataOwner {
  readonly proxyUserId: string | null;
  readonly bytes: number;
}

/** Adds usage to a day. The accounts must be locked. */
export async function addUsage(
  trx: DatabaseTransaction,
  day: string,
  usage: readonly Usage[],
): Promise<void> {
  const some = usage.filter(({ bytes }) => bytes > 0);
  if (some.length === 0) return;
  const column = <T>(read: (one: Usage) => T) => sql.val(some.map(read));
  await sql`
    insert into data_usage_days as known (user_id, product, proxy_user_id, day, bytes)
    select user_id, product, proxy_user_id, ${day}::date, sum(bytes)
    from unnest(${column(({ userId }) => userId)}::uuid[], ${column(({ product }) => product)}::text[],
      ${column(({ proxyUserId }) => proxyUserId)}::uuid[], ${column(({ bytes }) => bytes)}::bigint[])
      as used (user_id, product, proxy_user_id, bytes)
    group by user_id, product, proxy_user_id
    on conflict (user_id, product, day, proxy_user_id) do update set bytes = known.bytes + excluded.bytes
  `.execute(trx);
}

/** Returns an account's usage per day from `since` on, by proxy user; days without usage are omitted. */
export async function usageSince(
  db: Database,
  { userId, product }: DataOwner,
  since: string,
): Promise<readonly { readonly day: string; readonly userId: string | null; readonly bytes: number }[]> {
  return db
    .selectFrom('dataUsageDays')
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .select(['proxyUserId as userId', 'bytes'])
    .where('userId', '=', userId)
    .where('product', '=', product)
    .where('day', '>=', since)
    .orderBy('day')
    .orderBy('proxyUserId')
    .execute();
}
