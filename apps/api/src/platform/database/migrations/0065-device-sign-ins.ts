import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The row of an approval whose session has ended stays, without that session: polls return why there is no token.
  await sql`
    alter table device_authorizations
      drop constraint device_authorizations_approved_by_fkey,
      add constraint device_authorizations_approved_by_fkey
        foreign key (approved_by) references access_tokens on delete set null`.execute(db);
  // The machine of a device as `deviceHash` writes it, and the session that it signed in with: it finds its row again when it signs in
  // after that session has ended. Both null for devices that were added before.
  await sql`
    alter table devices
      add column device_hash bytea,
      add column session_id uuid references access_tokens on delete set null`.execute(db);
  await sql`create index devices_session on devices (session_id)`.execute(db);
}
