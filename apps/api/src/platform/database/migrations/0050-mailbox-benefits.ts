import { type Kysely, sql } from 'kysely';

/** Benefits that a mailbox gets once, under a keyed hash that outlives the account for 12 months. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailbox_benefits (
      mailbox_hash bytea not null check (octet_length(mailbox_hash) = 32),
      kind text not null check (kind in ('trial', 'refund')),
      user_id uuid references users (id) on delete set null,
      order_id uuid references orders (id) on delete set null,
      claimed_at timestamptz not null,
      confirmed_at timestamptz,
      is_released boolean not null default false,
      primary key (mailbox_hash, kind)
    )`.execute(db);
  await sql`create index on mailbox_benefits (user_id)`.execute(db);
  await sql`create index on mailbox_benefits (order_id)`.execute(db);
}
