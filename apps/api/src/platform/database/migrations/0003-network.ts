import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table locations (
      code text primary key,
      country text not null,
      country_name text not null,
      city text not null,
      type text not null,
      latitude double precision not null,
      longitude double precision not null,
      protocols text[] not null
    )`.execute(db);

  await sql`
    create table gateways (
      id uuid primary key default uuidv7(),
      location_code text not null references locations,
      credential_hash bytea not null unique,
      wireguard_public_key text not null,
      wireguard_port integer not null,
      door_port integer not null,
      ipv4 text not null,
      ipv6 text,
      version text,
      peers bigint,
      load_percent integer,
      last_heard_at timestamptz,
      created_at timestamptz not null,
      retired_at timestamptz
    )`.execute(db);

  await sql`
    create table enrolment_tokens (
      token_hash bytea primary key,
      location_code text not null references locations,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);

  await sql`
    create table server_list (
      only_row boolean primary key default true check (only_row),
      version bigint not null,
      content_hash bytea not null
    )`.execute(db);

  await sql`
    create table devices (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      name text not null,
      platform text not null,
      slot integer not null check (slot between 0 and 255),
      created_at timestamptz not null,
      removed_at timestamptz
    )`.execute(db);
  await sql`create unique index devices_slot on devices (user_id, slot) where removed_at is null`.execute(db);
  await sql`create index devices_user on devices (user_id)`.execute(db);

  // The id is the cursor of the feed. It is drawn under one advisory lock that is held until commit, so ids become
  // visible in their order and a reader that has seen one can never miss a lower one.
  await sql`
    create table gateway_changes (
      id bigint primary key generated always as identity,
      gateway_id uuid not null references gateways on delete cascade,
      sub text not null,
      slot integer,
      not_before bigint not null
    )`.execute(db);
  await sql`create index gateway_changes_feed on gateway_changes (gateway_id, id)`.execute(db);
  await sql`create index gateway_changes_age on gateway_changes (not_before)`.execute(db);
  await sql`
    create table gateway_feed (
      only_row boolean primary key default true check (only_row),
      pruned_through bigint not null
    )`.execute(db);
  await sql`insert into gateway_feed (pruned_through) values (0)`.execute(db);
}
