import { type Kysely, sql } from 'kysely';

/**
 * From which addresses of a proxy user's list somebody was seen who may say so; and how long addresses still rest that were taken out of
 * stock meanwhile.
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
