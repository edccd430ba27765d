import { type Kysely, sql } from 'kysely';

/** Columns for unused approvals and one-time tokens in the list of sessions, with ids to revoke them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_authorizations add column approved_at timestamptz`.execute(db);
  await sql`
    create index device_authorizations_approved on device_authorizations (user_id)
    where state = 'approved'`.execute(db);
  await sql`alter table one_time_tokens add column id uuid not null unique default uuidv7()`.execute(db);
}
