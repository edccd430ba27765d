import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A set-up, from its first code to the day it is turned off. It counts once users.two_factor_enabled_at is set.
  await sql`
    create table two_factor (
      user_id uuid primary key references users on delete cascade,
      setup_id uuid not null default uuidv7(),
      sealed_secret text not null,
      last_used_step bigint not null,
      code_checked_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table recovery_codes (
      user_id uuid not null references two_factor on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db);

  await sql`
    create table trusted_devices (
      user_id uuid not null references users on delete cascade,
      device_id text not null,
      trusted_until timestamptz not null,
      primary key (user_id, device_id)
    )`.execute(db);
  await sql`create index trusted_devices_expiry on trusted_devices (trusted_until)`.execute(db);
  await sql`create index access_tokens_limited on access_tokens (created_at) where is_limited`.execute(db);
}
