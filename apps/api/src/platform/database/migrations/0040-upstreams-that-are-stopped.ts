import { type Kysely, sql } from 'kysely';

/** Since when an operator has stopped an upstream endpoint; its password and limits are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upstreams add column stopped_at timestamptz`.execute(db);
}
