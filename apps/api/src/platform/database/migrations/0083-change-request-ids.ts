import { type Kysely, sql } from 'kysely';

/** The request that caused a change of a gateway's feed, so that logs and traces of gateways can be joined to those of the API. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateway_changes add column request_id text`.execute(db);
}
