import { type Kysely, sql } from 'kysely';

/** Clients get the block lists of each gateway, so that they can choose before they connect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column block_lists text[] not null default '{}'`.execute(db);
}
