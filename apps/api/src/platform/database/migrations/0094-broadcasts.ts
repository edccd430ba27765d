import { type Kysely, sql } from 'kysely';

/** Changes and grants without a gateway are those of all gateways. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateway_changes alter column gateway_id drop not null`.execute(db);
  await sql`alter table gateway_grants alter column gateway_id drop not null`.execute(db);
}
