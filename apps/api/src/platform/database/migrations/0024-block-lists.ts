import { type Kysely, sql } from 'kysely';

/** Which lists of names a gateway has is told to clients, so that they know before they connect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column block_lists text[] not null default '{}'`.execute(db);
}
