import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** One credential of an account, and the credentials that are not shared yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists gateway_grants_credential`,
    sql`create unique index concurrently gateway_grants_credential on gateway_grants (user_id) where kind = 'credential'`,
    sql`drop index concurrently if exists openvpn_credentials_to_share`,
    sql`create index concurrently openvpn_credentials_to_share on openvpn_credentials (user_id)
      where shared_username is distinct from username`,
  ];
  for (const statement of statements) await statement.execute(db);
}
