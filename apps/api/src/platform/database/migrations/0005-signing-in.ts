import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // An account that only ever signed in through a provider or by passkey has no password.
  await sql`
    alter table users
      alter column password_hash drop not null,
      add column two_factor_enabled_at timestamptz,
      add column deleted_at timestamptz`.execute(db);

  // A limited token requires the second factor: it can read the required step, complete it, and log out.
  await sql`
    alter table access_tokens
      add column is_limited boolean not null default false,
      add column method text not null default 'password'
        check (method in ('sign_up', 'password', 'social', 'passkey', 'quick_login', 'one_time_token'))`.execute(
    db,
  );
  await sql`alter table access_tokens alter column is_limited drop default, alter column method drop default`.execute(
    db,
  );

  // One table for all mailed links; `details` are the parameters of the action, by purpose.
  await sql`alter table verification_links rename to email_links`.execute(db);
  await sql`
    alter table email_links
      add column purpose text not null default 'verify',
      add column details jsonb`.execute(db);
  await sql`alter table email_links alter column purpose drop default`.execute(db);
  await sql`alter index verification_links_user rename to email_links_user`.execute(db);
}
