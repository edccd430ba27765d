import { type Kysely, sql } from 'kysely';

/**
 * Spending of purchased data: gateways draw leases from purses and report their usage. Includes proxy users, because each has its own
 * purses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The row that is locked for decisions about one account's data of one product.
  await sql`
    create table data_accounts (
      user_id uuid not null references users on delete cascade,
      product text not null check (product in ('residential_vpn', 'residential_proxy')),
      when_empty text not null default 'block' check (when_empty in ('block', 'standard')),
      automatic_below_gigabytes integer check (automatic_below_gigabytes between 1 and 1000),
      automatic_gigabytes integer check (automatic_gigabytes between 1 and 1000),
      topping_up_since timestamptz,
      topping_up_order_id uuid references orders on delete set null,
      full_bytes bigint not null default 0,
      noticed_percent integer not null default 0,
      stopped_at timestamptz,
      primary key (user_id, product),
      check ((automatic_below_gigabytes is null) = (automatic_gigabytes is null))
    )`.execute(db);
  await sql`create index data_accounts_order on data_accounts (topping_up_order_id)`.execute(db);
  await sql`
    insert into data_accounts (user_id, product, full_bytes)
    select user_id, product, greatest(0, sum(bytes)) from data_entries group by user_id, product`.execute(db);

  await sql`
    create table proxy_users (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      name text not null,
      username text not null unique check (username ~ '^[a-z0-9]{6,32}$'),
      sealed_password text,
      limit_bytes bigint check (limit_bytes > 0),
      enabled boolean not null default true,
      addresses text[] not null default '{}' check (cardinality(addresses) <= 32),
      created_at timestamptz not null,
      removed_at timestamptz,
      check ((sealed_password is null) = (removed_at is not null))
    )`.execute(db);
  await sql`create index proxy_users_user on proxy_users (user_id)`.execute(db);

  // Random ids: version 7 would disclose to a gateway when a purse was made, and thereby which ones belong to one account.
  await sql`
    create table data_purses (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      product text not null check (product in ('residential_vpn', 'residential_proxy')),
      gateway_id uuid not null references gateways on delete cascade,
      proxy_user_id uuid references proxy_users on delete cascade,
      unique nulls not distinct (user_id, product, gateway_id, proxy_user_id),
      check ((product = 'residential_proxy') = (proxy_user_id is not null))
    )`.execute(db);
  await sql`create index data_purses_gateway on data_purses (gateway_id)`.execute(db);
  await sql`create index data_purses_proxy_user on data_purses (proxy_user_id)`.execute(db);

  await sql`
    create table data_slices (
      id uuid primary key default gen_random_uuid(),
      purse_id uuid not null references data_purses on delete cascade,
      request uuid not null,
      bytes bigint not null check (bytes > 0),
      used_bytes bigint not null default 0 check (used_bytes between 0 and bytes),
      heard_at timestamptz not null,
      settled_at timestamptz,
      unique (purse_id, request)
    )`.execute(db);
  await sql`create index data_slices_open on data_slices (heard_at) where settled_at is null`.execute(db);
  await sql`create index data_slices_settled on data_slices (settled_at) where settled_at is not null`.execute(
    db,
  );

  // Usage of a day, and how much of it the ledger includes: a day is entered there once it is over.
  await sql`
    create table data_usage_days (
      user_id uuid not null references users on delete cascade,
      product text not null check (product in ('residential_vpn', 'residential_proxy')),
      proxy_user_id uuid references proxy_users on delete cascade,
      day date not null,
      bytes bigint not null check (bytes >= 0),
      entered_bytes bigint not null default 0,
      unique nulls not distinct (user_id, product, day, proxy_user_id),
      check (entered_bytes between 0 and bytes)
    )`.execute(db);
  await sql`create index data_usage_days_open on data_usage_days (day) where entered_bytes < bytes`.execute(
    db,
  );
  await sql`create index data_usage_days_proxy_user on data_usage_days (proxy_user_id)`.execute(db);
}
