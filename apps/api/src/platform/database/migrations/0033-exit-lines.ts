import { type Kysely, sql } from 'kysely';

/** The latest bandwidth measurement of an exit's line; no history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table exits
      add column line_down_bytes_per_second bigint check (line_down_bytes_per_second > 0),
      add column line_up_bytes_per_second bigint check (line_up_bytes_per_second > 0),
      add check ((line_down_bytes_per_second is null) = (line_up_bytes_per_second is null))`.execute(db);
}
