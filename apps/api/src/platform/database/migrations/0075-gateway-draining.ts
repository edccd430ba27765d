import { type Kysely, sql } from 'kysely';

/** Gateways that accept no new connections, before maintenance or retirement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column draining_since timestamptz`.execute(db);
}
