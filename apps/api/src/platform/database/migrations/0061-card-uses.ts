import { type Kysely, sql } from 'kysely';

/** Cards of trials and refunds, under a keyed hash that outlives the account for 12 months. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table card_uses (
      id uuid primary key default uuidv7(),
      card_hash bytea not null check (octet_length(card_hash) = 32),
      kind text not null check (kind in ('trial', 'refund')),
      user_id uuid references users (id) on delete set null,
      order_id uuid references orders (id) on delete set null,
      used_at timestamptz not null,
      unique (order_id, kind)
    )`.execute(db);
  await sql`create index on card_uses (card_hash)`.execute(db);
  await sql`create index on card_uses (user_id)`.execute(db);
}
