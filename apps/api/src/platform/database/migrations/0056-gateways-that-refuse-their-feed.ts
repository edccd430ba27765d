import { type Kysely, sql } from 'kysely';

/** Why a gateway refuses its feed, by its own report; it counts as offline meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column feed_fault text`.execute(db);
}
