import { type Kysely, sql } from 'kysely';

/**
 * Credentials of gateways are bound to a key and expire. A gateway that enrolled before has neither, until it renews its certificate.
 * `next_*` is the credential of the last renewal: it replaces the current one on first use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gateways
      add column credential_key bytea,
      add column credential_expires_at timestamptz,
      add column next_credential_hash bytea unique,
      add column next_credential_key bytea,
      add column next_credential_expires_at timestamptz,
      add constraint next_credential_is_whole check (
        (next_credential_hash is null) = (next_credential_key is null)
        and (next_credential_hash is null) = (next_credential_expires_at is null)
      )`.execute(db);
  // After a crash of the database a proof may be replayed within its two minutes: this does not need the write-ahead log.
  await sql`
    create unlogged table gateway_proofs (
      id uuid primary key,
      gateway_id uuid not null references gateways (id) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index gateway_proofs_expire on gateway_proofs (expires_at)`.execute(db);
  await sql`
    create table gateway_addresses (
      gateway_id uuid not null references gateways (id) on delete cascade,
      address text not null,
      first_used_at timestamptz not null,
      primary key (gateway_id, address)
    )`.execute(db);
}
