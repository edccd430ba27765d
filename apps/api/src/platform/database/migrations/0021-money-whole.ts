import { type Kysely, sql } from 'kysely';

/** Separates free time from paid time, revokes data with its refund, and adds tickets for tasks of operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscription_grants
      add column bought_until timestamptz,
      add column is_plan_change boolean not null default false`.execute(db);
  await sql`
    update subscription_grants set bought_until = ends_at - make_interval(months => free_months)`.execute(db);
  await sql`alter table subscription_grants alter column bought_until set not null`.execute(db);

  // A bank may make a chargeback, reverse it, and make it again: only the purchase is unique.
  await sql`
    alter table data_entries
      drop constraint data_entries_kind_check,
      drop constraint data_entries_check,
      drop constraint data_entries_check1,
      drop constraint data_entries_order_id_kind_key,
      add constraint data_entries_kind_check
        check (kind in ('purchase', 'usage', 'adjustment', 'refund', 'return')),
      add constraint data_entries_order_check
        check ((order_id is not null) = (kind in ('purchase', 'refund', 'return'))),
      add constraint data_entries_sign_check check (
        case when kind in ('purchase', 'return') then bytes > 0 when kind = 'adjustment' then true else bytes < 0 end
      )`.execute(db);
  await sql`create unique index data_entries_purchase on data_entries (order_id) where kind = 'purchase'`.execute(
    db,
  );
  await sql`create index data_entries_order on data_entries (order_id)`.execute(db);

  await sql`
    create table support_tickets (
      id uuid primary key default uuidv7(),
      user_id uuid references users on delete cascade,
      kind text not null,
      -- The same cause opens one ticket, however often it is heard of.
      cause text not null,
      subject text not null,
      body text not null,
      opened_at timestamptz not null,
      closed_at timestamptz,
      unique (kind, cause)
    )`.execute(db);
  await sql`create index support_tickets_user on support_tickets (user_id)`.execute(db);
  await sql`create index support_tickets_open on support_tickets (opened_at) where closed_at is null`.execute(
    db,
  );
}
