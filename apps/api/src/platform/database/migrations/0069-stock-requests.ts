import { type Kysely, sql } from 'kysely';

/** Requests for an email when a product is in stock in a country. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stock_requests (
      user_id uuid not null references users (id) on delete cascade,
      product text not null
        check (product in ('residential_data', 'proxy_traffic', 'dedicated', 'dedicated_residential')),
      country text not null check (country ~ '^[a-z]{2}$'),
      requested_at timestamptz not null,
      primary key (user_id, product, country)
    )`.execute(db);
  await sql`create index stock_requests_kind on stock_requests (product, country, requested_at)`.execute(db);
}
