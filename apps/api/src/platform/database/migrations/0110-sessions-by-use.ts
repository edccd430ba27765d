import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** The sessions of an account by last use, apart from those that still require the second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists access_tokens_use`,
    sql`create index concurrently access_tokens_use on access_tokens (user_id, is_limited, last_used_at, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
