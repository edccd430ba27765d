import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** Indexes that 0103 takes over: a unique one of a partitioned table must contain its time, which the ids and hashes of links do not need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists email_links_id`,
    sql`create index concurrently email_links_id on email_links (id)`,
    sql`drop index concurrently if exists email_links_token`,
    sql`create index concurrently email_links_token on email_links (token_hash)`,
    sql`drop index concurrently if exists email_links_created`,
    sql`create index concurrently email_links_created on email_links (created_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
