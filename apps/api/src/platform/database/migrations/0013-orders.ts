import { type Kysely, sql } from 'kysely';

/**
 * One model for every purchase: `item` holds what was bought on the terms of the sale, and the payment provider is named. Payments are
 * recorded in `ledger_entries`, whose sums never change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column item jsonb,
      add column provider text check (provider in ('paddle', 'coingate')),
      add column paddle_quantity integer not null default 1 check (paddle_quantity between 1 and 1000),
      add column failure text,
      add column refunded_at timestamptz`.execute(db);
  await sql`
    update orders set
      provider = case when paddle_transaction_id is null then null else 'paddle' end,
      item = jsonb_build_object('kind', 'subscription', 'planId', plan_id, 'months', months, 'trialDays', trial_days,
        'freeMonths', free_months, 'priceAmount', price_amount)`.execute(db);
  await sql`
    alter table orders
      alter column item set not null,
      drop column plan_id, drop column months, drop column trial_days, drop column free_months, drop column price_amount,
      add constraint orders_kind check (kind = item ->> 'kind' and kind in
        ('subscription', 'plan_change', 'residential_data', 'dedicated_ip', 'dedicated_ip_extension', 'proxy_traffic'))`.execute(
    db,
  );
  await sql`alter table past_payments rename column plan_id to product`.execute(db);

  // Deleting an account anonymises its ledger entries.
  await sql`
    create table ledger_entries (
      id uuid primary key default uuidv7(),
      provider text not null check (provider in ('paddle', 'coingate')),
      kind text not null check (kind in ('payment', 'refund', 'chargeback', 'chargeback_reversal')),
      reference text not null,
      order_id uuid references orders on delete set null,
      amount integer not null,
      tax integer not null,
      currency text not null,
      happened_at timestamptz not null,
      booked_at timestamptz not null,
      unique (provider, kind, reference)
    )`.execute(db);
  await sql`create index ledger_entries_order on ledger_entries (order_id)`.execute(db);
}
