import { type Kysely, sql } from 'kysely';

/** The inbox is its own queue: unprocessed events wait in it, and failed ones wait for their retry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table provider_events
      add column tries integer not null default 0,
      add column retry_at timestamptz`.execute(db);
  await sql`create index provider_events_open on provider_events (received_at) where processed_at is null`.execute(
    db,
  );
}
