import { type Kysely, sql } from 'kysely';

/** The inbox is its own queue: what is not processed waits in it, and what failed waits until it is tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table provider_events
      add column tries integer not null default 0,
      add column retry_at timestamptz`.execute(db);
  await sql`create index provider_events_open on provider_events (received_at) where processed_at is null`.execute(
    db,
  );
}
