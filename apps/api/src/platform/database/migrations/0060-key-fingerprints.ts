import { type Kysely, sql } from 'kysely';

/** Which keys this database is used with: a process that has others does not start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_fingerprints (
      file text primary key,
      fingerprint text not null check (fingerprint ~ '^[0-9a-f]{32}$'),
      recorded_at timestamptz not null
    )`.execute(db);
}
