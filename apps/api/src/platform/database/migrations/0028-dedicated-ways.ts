import { type Kysely, sql } from 'kysely';

/** Dedicated IPs in use: their routes, rest periods, swaps and proxy users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // During the rest period only the previous owner may get the address back.
  await sql`
    alter table dedicated_ips
      add column gateway_id uuid references gateways on delete set null,
      add column exit_id uuid references exits on delete set null,
      add column last_service_id uuid references services on delete set null,
      add column rests_until timestamptz,
      add check (num_nonnulls(gateway_id, exit_id) <= 1)`.execute(db);
  await sql`drop index dedicated_ips_free`.execute(db);
  // PostgreSQL before 17 cannot change the expression of a column.
  await sql`
    alter table dedicated_ips drop column state, add column state text not null generated always as (
      case when service_id is not null then 'assigned' when order_id is not null then 'reserved'
        when rests_until is not null then 'resting' else 'free' end) stored`.execute(db);
  await sql`create index dedicated_ips_free on dedicated_ips (type, country, added_at) where state = 'free'`.execute(
    db,
  );
  await sql`create index dedicated_ips_resting on dedicated_ips (rests_until) where state = 'resting'`.execute(
    db,
  );
  await sql`create index dedicated_ips_exit on dedicated_ips (exit_id) where exit_id is not null`.execute(db);

  await sql`
    alter table services
      add column note text not null default '',
      add column proxy_username text unique,
      add column sealed_proxy_password text,
      add check ((proxy_username is null) = (sealed_proxy_password is null))`.execute(db);

  await sql`
    create table address_swaps (
      id uuid primary key default uuidv7(),
      service_id uuid not null references services on delete cascade,
      address inet not null,
      reason text not null,
      swapped_at timestamptz not null
    )`.execute(db);
  await sql`create index address_swaps_service on address_swaps (service_id)`.execute(db);
}
