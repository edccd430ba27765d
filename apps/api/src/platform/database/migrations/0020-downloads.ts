import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table openvpn_credentials (
      user_id uuid primary key references users on delete cascade,
      username text not null unique,
      sealed_password text not null,
      created_at timestamptz not null
    )`.execute(db);

  // The grant has the gateway and the addresses. It exists once the transaction that created both has committed.
  await sql`
    create table wireguard_configs (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      grant_id uuid unique references gateway_grants on delete cascade,
      name text not null,
      public_key text not null unique,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index wireguard_configs_user on wireguard_configs (user_id, created_at)`.execute(db);

  await sql`
    create table favorite_locations (
      user_id uuid not null references users on delete cascade,
      location_code text not null references locations on delete cascade,
      marked_at timestamptz not null,
      primary key (user_id, location_code)
    )`.execute(db);
}
