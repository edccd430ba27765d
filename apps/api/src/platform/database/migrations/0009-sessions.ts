import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Only what a person needs to recognise a session: no address, no version.
  await sql`
    alter table access_tokens
      add column client text,
      add column platform text,
      add column device_name text`.execute(db);

  // Devices that an account has signed in from, as hashes of account and device together: the table does not disclose that two accounts
  // share a device.
  await sql`
    create table known_devices (
      user_id uuid not null references users on delete cascade,
      device_hash bytea not null,
      last_sign_in date not null,
      primary key (user_id, device_hash)
    )`.execute(db);
  await sql`create index known_devices_age on known_devices (last_sign_in)`.execute(db);

  // A token is valid only while the session that requested it is.
  await sql`
    create table one_time_tokens (
      token_hash bytea primary key,
      session_id uuid not null references access_tokens on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index one_time_tokens_session on one_time_tokens (session_id)`.execute(db);
  await sql`create index one_time_tokens_expiry on one_time_tokens (expires_at)`.execute(db);

  // An approval that no device has collected ends with the session that gave it.
  await sql`
    alter table device_authorizations
      add column approved_by uuid references access_tokens on delete cascade`.execute(db);
  await sql`create index device_authorizations_approved_by on device_authorizations (approved_by)`.execute(
    db,
  );
}
