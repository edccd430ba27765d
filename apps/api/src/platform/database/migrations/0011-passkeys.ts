import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      is_backup_eligible boolean not null,
      is_backed_up boolean not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db);

  // The challenge that an authenticator must sign, as a hash. Within a session it ends with the session; a sign-in has none yet.
  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key,
      purpose text not null check (purpose in ('register', 'sign_in', 'second_factor')),
      device_id text,
      session_id uuid references access_tokens on delete cascade,
      expires_at timestamptz not null,
      check ((purpose = 'sign_in') = (session_id is null))
    )`.execute(db);
  await sql`create index passkey_challenges_session on passkey_challenges (session_id)`.execute(db);
  await sql`create index passkey_challenges_expiry on passkey_challenges (expires_at)`.execute(db);
}
