import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Devices that are trusted, as hashes of account and device together, like those that are known.
  await sql`alter table trusted_devices add column device_hash bytea`.execute(db);
  await sql`
    update trusted_devices set device_hash = sha256(convert_to(user_id || ' ' || device_id, 'UTF8'))`.execute(
    db,
  );
  await sql`
    alter table trusted_devices
      drop constraint trusted_devices_pkey,
      drop column device_id,
      alter column device_hash set not null,
      add primary key (user_id, device_hash)`.execute(db);

  // When the second factor was given in a session, at its beginning or since.
  await sql`alter table access_tokens add column second_factor_at timestamptz`.execute(db);

  // The sign-in whose owner has agreed to an identity and must still give the second factor.
  await sql`
    alter table pending_identities
      add column agreed_in uuid references access_tokens on delete set null`.execute(db);
  await sql`create index pending_identities_agreed_in on pending_identities (agreed_in)`.execute(db);
}
