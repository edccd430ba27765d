import { type Kysely, sql } from 'kysely';

/** What each gateway carried in each hour: at most 360 rows of a gateway, which are deleted after 15 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gateway_hours (
      gateway_id uuid not null references gateways (id) on delete cascade,
      hour timestamptz not null,
      reports integer not null,
      max_peers bigint not null,
      max_load_percent integer,
      max_bytes_per_second bigint,
      primary key (gateway_id, hour)
    )`.execute(db);
  await sql`create index gateway_hours_by_time on gateway_hours (hour)`.execute(db);
}
