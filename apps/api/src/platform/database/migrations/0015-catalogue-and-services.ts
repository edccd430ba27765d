import { type Kysely, sql } from 'kysely';

/** Products besides plans, coupons, and the deliveries of such orders: data in an append-only ledger, and dedicated IPs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prices (
      id text primary key,
      kind text not null check (kind in ('residential_data', 'proxy_traffic', 'dedicated', 'dedicated_residential')),
      months integer check (months between 1 and 36),
      amount integer not null check (amount > 0),
      currency text not null,
      on_sale boolean not null,
      paddle_product_id text,
      paddle_price_id text,
      check ((months is not null) = (kind in ('dedicated', 'dedicated_residential'))),
      unique nulls not distinct (kind, months)
    )`.execute(db);

  await sql`
    create table coupons (
      id uuid primary key default uuidv7(),
      code text not null unique check (code ~ '^[A-Z0-9-]{3,40}$'),
      percent integer check (percent between 1 and 100),
      amount integer check (amount > 0),
      currency text not null,
      plans text[] not null,
      starts_at timestamptz,
      ends_at timestamptz,
      total_limit integer check (total_limit > 0),
      user_limit integer check (user_limit > 0),
      first_purchase_only boolean not null,
      paddle_discount_id text,
      created_at timestamptz not null,
      check (num_nonnulls(percent, amount) = 1),
      check (ends_at > starts_at)
    )`.execute(db);

  await sql`alter table orders add column coupon_code text references coupons (code)`.execute(db);

  // One use per order. It outlives the account, so that deleting an account does not restore a limit.
  await sql`
    create table coupon_uses (
      id uuid primary key default uuidv7(),
      coupon_id uuid not null references coupons,
      order_id uuid unique references orders on delete set null,
      user_id uuid references users on delete set null,
      state text not null check (state in ('held', 'used', 'released', 'void')),
      held_at timestamptz not null
    )`.execute(db);
  await sql`create index coupon_uses_coupon on coupon_uses (coupon_id) where state in ('held', 'used')`.execute(
    db,
  );
  await sql`create index coupon_uses_user on coupon_uses (user_id)`.execute(db);

  await sql`
    create table data_entries (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      product text not null check (product in ('residential_vpn', 'residential_proxy')),
      kind text not null check (kind in ('purchase', 'usage', 'adjustment', 'refund')),
      bytes bigint not null,
      order_id uuid references orders on delete cascade,
      entered_at timestamptz not null,
      check ((order_id is not null) = (kind in ('purchase', 'refund'))),
      check (case kind when 'purchase' then bytes > 0 when 'adjustment' then true else bytes < 0 end),
      unique (order_id, kind)
    )`.execute(db);
  await sql`create index data_entries_user on data_entries (user_id, product)`.execute(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'an entry of % is never changed: add another', tg_table_name;
    end $$`.execute(db);
  await sql`
    create trigger data_entries_append_only before update on data_entries
    for each row execute function refuse_change()`.execute(db);

  await sql`
    create table services (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      order_id uuid not null unique references orders on delete cascade,
      type text not null check (type in ('dedicated', 'dedicated_residential')),
      country text not null check (country ~ '^[a-z]{2}$'),
      state text not null check (state in ('provisioning', 'active', 'expired', 'refunded')),
      started_at timestamptz,
      active_until timestamptz,
      created_at timestamptz not null,
      check ((started_at is null) = (active_until is null)),
      check (state <> 'active' or active_until is not null)
    )`.execute(db);
  await sql`create index services_user on services (user_id)`.execute(db);
  await sql`create index services_running on services (active_until) where state = 'active'`.execute(db);

  // What each order bought of a service. The key makes one payment count once.
  await sql`
    create table service_periods (
      order_id uuid primary key references orders on delete cascade,
      service_id uuid not null references services on delete cascade,
      months integer not null check (months > 0),
      bought_at timestamptz not null,
      refunded_at timestamptz
    )`.execute(db);
  await sql`create index service_periods_service on service_periods (service_id)`.execute(db);

  // The holder columns determine the state, so that deleting an account frees the address.
  await sql`
    create table dedicated_ips (
      id uuid primary key default uuidv7(),
      type text not null check (type in ('dedicated', 'dedicated_residential')),
      country text not null check (country ~ '^[a-z]{2}$'),
      address inet not null unique check (masklen(address) = case family(address) when 4 then 32 else 128 end),
      order_id uuid unique references orders on delete set null,
      service_id uuid unique references services on delete set null,
      state text not null generated always as (
        case when service_id is not null then 'assigned' when order_id is not null then 'reserved' else 'free' end) stored,
      added_at timestamptz not null
    )`.execute(db);
  await sql`create index dedicated_ips_free on dedicated_ips (type, country, added_at) where state = 'free'`.execute(
    db,
  );

  await sql`alter table operator_actions add column if not exists details jsonb`.execute(db);
}
