import { type Kysely, sql } from 'kysely';

/** Machines on residential lines that serve as exits, the consent of their owners, and their traffic by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exit_invitations (
      token_hash bytea primary key,
      country text not null check (country ~ '^[A-Z]{2}$'),
      city text not null check (city ~ '^[a-z0-9]{2,20}$'),
      city_name text not null,
      latitude double precision not null,
      longitude double precision not null,
      use text not null check (use in ('native', 'shared', 'dedicated')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);

  await sql`
    create table exits (
      id uuid primary key default uuidv7(),
      country text not null check (country ~ '^[A-Z]{2}$'),
      city text not null check (city ~ '^[a-z0-9]{2,20}$'),
      city_name text not null,
      network text,
      use text not null check (use in ('native', 'shared', 'dedicated')),
      credential_hash bytea not null unique,
      wireguard_public_key text not null,
      consent_version integer not null,
      consent_name text not null,
      consented_at timestamptz not null,
      gateway_id uuid references gateways on delete set null,
      paused boolean not null default false,
      cap_bytes_per_second bigint check (cap_bytes_per_second > 0),
      cap_day_bytes bigint check (cap_day_bytes > 0),
      limit_bytes_per_second bigint check (limit_bytes_per_second > 0),
      limit_day_bytes bigint check (limit_day_bytes > 0),
      denied_ports integer[] not null default '{}',
      denied_networks text[] not null default '{}',
      denied_names text[] not null default '{}',
      state text check (state in ('live', 'paused', 'down')),
      state_at timestamptz,
      latency_ms integer,
      stopped_at timestamptz,
      withdrawn_at timestamptz
    )`.execute(db);
  await sql`create unique index exits_key on exits (wireguard_public_key) where withdrawn_at is null`.execute(
    db,
  );
  await sql`create index exits_gateway on exits (gateway_id)`.execute(db);

  // By day and gateway, so that a repeated or late report counts once: the greatest value is kept.
  await sql`
    create table exit_days (
      exit_id uuid not null references exits on delete cascade,
      gateway_id uuid not null references gateways on delete cascade,
      day date not null,
      carried_bytes bigint not null check (carried_bytes >= 0),
      primary key (exit_id, day, gateway_id)
    )`.execute(db);

  await sql`
    alter table gateways
      add column takes_exits boolean not null default false,
      add column proxy_http_port integer,
      add column proxy_socks_port integer,
      add check ((proxy_http_port is null) = (proxy_socks_port is null))`.execute(db);

  // An upstream provider's endpoint with a sealed password. A separate table, because it belongs to no customer.
  await sql`
    create table upstreams (
      id uuid primary key default uuidv7(),
      protocol text not null check (protocol in ('http', 'socks5')),
      host text not null,
      port integer not null check (port between 1 and 65535),
      username_template text not null,
      sealed_password text not null,
      countries text[] not null check (cardinality(countries) > 0),
      use text not null check (use in ('native', 'shared')),
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table upstream_states (
      upstream_id uuid not null references upstreams on delete cascade,
      gateway_id uuid not null references gateways on delete cascade,
      country text not null,
      live boolean not null,
      state_at timestamptz not null,
      primary key (upstream_id, gateway_id, country)
    )`.execute(db);
}
