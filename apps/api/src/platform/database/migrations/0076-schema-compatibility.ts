import { type Kysely, sql } from 'kysely';

/** Which release's code runs on this schema: read by older releases, so that rolling back is allowed or refused with a reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schema_compatibility (
      only_row boolean primary key default true check (only_row),
      runs_from text not null
    )`.execute(db);
}
