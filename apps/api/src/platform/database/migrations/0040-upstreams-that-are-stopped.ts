import { type Kysely, sql } from 'kysely';

/** Since when nothing leaves by a provider's endpoint, by the operator's word; its password and its bounds are kept meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upstreams add column stopped_at timestamptz`.execute(db);
}
