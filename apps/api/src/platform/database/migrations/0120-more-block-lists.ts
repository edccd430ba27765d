import { type Kysely, sql } from 'kysely';

/** Block lists of each gateway that clients of earlier releases reject in `block_lists`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column more_block_lists text[] not null default '{}'`.execute(db);
}
