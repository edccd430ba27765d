import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default uuidv7(),
      email text not null,
      password_hash text not null,
      verified_at timestamptz,
      paddle_customer_id text,
      created_at timestamptz not null
    )`.execute(db);
  // An address belongs to the account that confirmed it first. Any number of unconfirmed accounts may name it.
  await sql`create unique index users_verified_email on users (email) where verified_at is not null`.execute(
    db,
  );
  await sql`create index users_unverified on users (email, created_at) where verified_at is null`.execute(db);

  await sql`
    create table access_tokens (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      token_hash bytea not null unique,
      device_id text,
      created_at timestamptz not null,
      last_used_at timestamptz not null
    )`.execute(db);
  await sql`create index access_tokens_user on access_tokens (user_id)`.execute(db);
  await sql`create index access_tokens_last_used on access_tokens (last_used_at)`.execute(db);

  await sql`
    create table verification_links (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index verification_links_user on verification_links (user_id)`.execute(db);

  await sql`
    create table device_authorizations (
      id uuid primary key default uuidv7(),
      device_code_hash bytea not null unique,
      user_code text not null unique,
      device_id text,
      device_name text not null,
      platform text not null,
      address text not null,
      state text not null check (state in ('pending', 'approved', 'denied', 'used')),
      user_id uuid references users on delete cascade,
      interval_seconds integer not null,
      last_polled_at timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      check ((state in ('approved', 'used')) = (user_id is not null))
    )`.execute(db);
  await sql`create index device_authorizations_expiry on device_authorizations (expires_at)`.execute(db);
}
