import { type Kysely, sql } from 'kysely';

/** Reads the rows while they are written: 0103 then needs no scan under its lock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_links validate constraint email_links_bound`.execute(db);
  await sql`alter table exit_days validate constraint exit_days_bound`.execute(db);
  await sql`alter table gateway_hours validate constraint gateway_hours_bound`.execute(db);
}
