import { type Kysely, sql } from 'kysely';

/** Grants without a gateway are those of all gateways; so are changes, since 0092. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateway_grants alter column gateway_id drop not null`.execute(db);
}
