import { type Kysely, sql } from 'kysely';

/**
 * When clients leave a gateway that drains. Not `draining_until` as of exits: the previous release joins both tables and names that column
 * without its table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column drain_deadline timestamptz`.execute(db);
}
