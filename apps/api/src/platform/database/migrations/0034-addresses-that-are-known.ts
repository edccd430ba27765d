import { type Kysely, sql } from 'kysely';

/**
 * Which addresses of a proxy user's list are known to be the customer's own, and the rest periods of addresses that were removed from
 * stock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table proxy_users
      add column proven_addresses text[] not null default '{}' check (proven_addresses <@ addresses)`.execute(
    db,
  );
  await sql`
    create table rested_addresses (
      address inet primary key check (masklen(address) = case family(address) when 4 then 32 else 128 end),
      rests_until timestamptz not null
    )`.execute(db);
}
