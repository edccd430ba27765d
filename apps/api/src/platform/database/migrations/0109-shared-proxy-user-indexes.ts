import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** One grant of all gateways for a proxy user, and the proxy users that have none yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists gateway_grants_proxy_user`,
    sql`create unique index concurrently gateway_grants_proxy_user on gateway_grants (user_id, holder_id)
      where kind = 'proxyuser'`,
    sql`drop index concurrently if exists proxy_users_to_share`,
    sql`create index concurrently proxy_users_to_share on proxy_users (user_id)
      where shared_at is null and removed_at is null and enabled = true`,
  ];
  for (const statement of statements) await statement.execute(db);
}
