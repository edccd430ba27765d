import { type Kysely, sql } from 'kysely';

/** Fingerprints of the keys used with this database: a process with other keys does not start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_fingerprints (
      file text primary key,
      fingerprint text not null check (fingerprint ~ '^[0-9a-f]{32}$'),
      recorded_at timestamptz not null
    )`.execute(db);
}
