import { type Kysely, sql } from 'kysely';

/** Exits' credentials are bound to a key and expire, as gateways' are (0055). An exit that joined before has neither, until its agent renews. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table exits
      add column credential_key bytea,
      add column credential_expires_at timestamptz,
      add column next_credential_hash bytea unique,
      add column next_credential_key bytea,
      add column next_credential_expires_at timestamptz,
      add constraint next_exit_credential_is_whole check (
        (next_credential_hash is null) = (next_credential_key is null)
        and (next_credential_hash is null) = (next_credential_expires_at is null)
      )`.execute(db);
  // Unlogged, as for gateways: what is lost in a crash of the database would expire minutes later.
  await sql`
    create unlogged table exit_proofs (
      id uuid primary key,
      exit_id uuid not null references exits (id) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index exit_proofs_expire on exit_proofs (expires_at)`.execute(db);
  await sql`
    create table exit_addresses (
      exit_id uuid not null references exits (id) on delete cascade,
      address text not null,
      last_used_at timestamptz not null,
      primary key (exit_id, address)
    )`.execute(db);
}
