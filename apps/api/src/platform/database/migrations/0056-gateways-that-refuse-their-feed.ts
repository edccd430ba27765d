import { type Kysely, sql } from 'kysely';

/** Why a gateway rejects its feed, as it reports; it counts as offline meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column feed_fault text`.execute(db);
}
