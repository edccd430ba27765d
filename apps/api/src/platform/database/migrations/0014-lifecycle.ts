import { type Kysely, sql } from 'kysely';

/** Refunds that are decided later, app store subscriptions, and one ledger for existing and deleted accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      alter column order_id drop not null,
      add column source text not null default 'web' check (source in ('web', 'app_store', 'play_store')),
      add column store_reference text,
      add column cancellation_reason text,
      add column trial_reminded_at timestamptz,
      add constraint subscriptions_sold_once unique (source, store_reference),
      add constraint subscriptions_seller check
        ((source = 'web') = (order_id is not null) and (source = 'web') = (store_reference is null))`.execute(
    db,
  );
  await sql`alter table operator_actions add column if not exists details jsonb`.execute(db);

  await sql`
    create table refunds (
      adjustment_id text primary key,
      order_id uuid not null references orders on delete cascade,
      transaction_id text not null,
      state text not null check (state in ('pending', 'approved', 'rejected')),
      amount integer not null,
      currency text not null,
      asked_at timestamptz not null,
      decided_at timestamptz
    )`.execute(db);
  await sql`create index refunds_order on refunds (order_id)`.execute(db);
  await sql`create index refunds_pending on refunds (asked_at) where state = 'pending'`.execute(db);

  // The parser of adjustments distinguishes more kinds from now on.
  await sql`
    update provider_events set event = jsonb_build_object(
      'type', 'payment_adjusted', 'at', event ->> 'at',
      'transactionId', event ->> 'transactionId', 'subscriptionId', event ->> 'subscriptionId',
      'adjustmentId', payload #>> '{data,id}', 'action', payload #>> '{data,action}', 'status', 'approved', 'isWhole', true,
      'amount', coalesce((payload #>> '{data,totals,total}')::integer, 0),
      'tax', coalesce((payload #>> '{data,totals,tax}')::integer, 0),
      'currency', coalesce(payload #>> '{data,currency_code}', 'USD'))
    where event ->> 'type' = 'payment_refunded'`.execute(db);

  // Once its account is gone an entry has no reference any more, and keeps the day.
  await sql`
    alter table ledger_entries
      alter column reference drop not null,
      add column product text not null default 'subscription'`.execute(db);
  await sql`alter table ledger_entries alter column product drop default`.execute(db);
  await sql`
    insert into ledger_entries (provider, kind, product, amount, tax, currency, happened_at, booked_at)
    select provider, 'payment', product, amount, tax, currency, paid_on, paid_on from past_payments
    union all
    select provider, 'refund', product, -amount, -tax, currency, paid_on, paid_on from past_payments where refunded`.execute(
    db,
  );
  await sql`drop table past_payments`.execute(db);
  await sql`
    insert into ledger_entries (provider, kind, reference, order_id, product, amount, tax, currency, happened_at, booked_at)
    select distinct on (e.transaction_id) 'paddle', 'payment', e.transaction_id, o.id, o.item ->> 'planId',
      (e.event ->> 'amount')::integer, (e.event ->> 'tax')::integer, e.event ->> 'currency', e.occurred_at, now()
    from provider_events e
    join orders o on o.paddle_transaction_id = e.transaction_id or o.paddle_transaction_id in
      (select own.transaction_id from provider_events own where own.subscription_id = e.subscription_id)
    where e.event ->> 'type' = 'payment_completed' and (e.event ->> 'amount')::integer <> 0
    order by e.transaction_id, o.paddle_transaction_id = e.transaction_id desc`.execute(db);
  await sql`
    insert into ledger_entries (provider, kind, reference, order_id, product, amount, tax, currency, happened_at, booked_at)
    select distinct on (e.event ->> 'adjustmentId') 'paddle', e.event ->> 'action', e.event ->> 'adjustmentId', l.order_id, l.product,
      -(e.event ->> 'amount')::integer, -(e.event ->> 'tax')::integer, e.event ->> 'currency', e.occurred_at, now()
    from provider_events e join ledger_entries l on l.kind = 'payment' and l.reference = e.transaction_id
    where e.event ->> 'type' = 'payment_adjusted'`.execute(db);
}
