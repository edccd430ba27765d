import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // An account at a provider, identified by issuer and subject: addresses change owners, subjects do not.
  await sql`
    create table identities (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      provider text not null check (provider in ('google', 'apple', 'facebook')),
      issuer text not null,
      subject text not null,
      email text,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      constraint identities_subject unique (issuer, subject)
    )`.execute(db);
  await sql`create index identities_user on identities (user_id)`.execute(db);

  // Sign-ins that were redirected to a provider. The state is stored as a hash; the secret that binds the response never leaves the
  // server.
  await sql`
    create table social_sign_ins (
      state_hash bytea primary key,
      provider text not null,
      session_id uuid references access_tokens on delete cascade,
      device_id text,
      nonce text not null,
      code_verifier text not null,
      redirect text,
      opener text not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      refusal text
    )`.execute(db);
  await sql`create index social_sign_ins_session on social_sign_ins (session_id)`.execute(db);
  await sql`create index social_sign_ins_expiry on social_sign_ins (expires_at)`.execute(db);

  // Identities verified by a provider to which the owner of the address has not agreed yet.
  await sql`
    create table pending_identities (
      token_hash bytea primary key,
      user_id uuid references users on delete cascade,
      provider text not null check (provider in ('google', 'apple', 'facebook')),
      issuer text not null,
      subject text not null,
      email text,
      reason text not null check (reason in ('account_exists', 'email_unverified', 'email_missing')),
      device_id text,
      redirect text,
      opener text not null,
      link_hashes bytea[] not null default '{}',
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index pending_identities_user on pending_identities (user_id)`.execute(db);
  await sql`create index pending_identities_links on pending_identities using gin (link_hashes)`.execute(db);
  await sql`create index pending_identities_expiry on pending_identities (expires_at)`.execute(db);
}
