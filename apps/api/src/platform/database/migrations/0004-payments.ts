import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plans (
      id text primary key,
      months integer not null check (months > 0),
      price_amount integer not null check (price_amount > 0),
      monthly_price_amount integer not null check (monthly_price_amount > 0),
      currency text not null,
      discount_percent integer not null check (discount_percent between 0 and 99),
      trial_days integer not null check (trial_days >= 0),
      free_months integer not null check (free_months >= 0),
      on_sale boolean not null,
      paddle_product_id text,
      paddle_price_id text,
      paddle_trial_price_id text,
      check (trial_days = 0 or free_months = 0)
    )`.execute(db);

  await sql`
    create table orders (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      kind text not null,
      state text not null check (state in ('draft', 'processing', 'paid', 'failed', 'expired', 'refunded')),
      plan_id text not null references plans,
      months integer not null,
      trial_days integer not null,
      free_months integer not null,
      currency text not null,
      price_amount integer not null,
      total_amount integer not null,
      tax_amount integer,
      lines jsonb not null,
      method text,
      paddle_transaction_id text unique,
      paddle_price_id text,
      created_at timestamptz not null,
      processing_at timestamptz,
      paid_at timestamptz
    )`.execute(db);
  await sql`create index orders_user on orders (user_id)`.execute(db);
  await sql`create index orders_open on orders (state, processing_at) where state in ('draft', 'processing')`.execute(
    db,
  );

  await sql`
    create table subscriptions (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      order_id uuid not null unique references orders,
      plan_id text not null references plans,
      months integer not null,
      state text not null check (state in ('trialing', 'active', 'past_due', 'cancelled', 'refunded', 'expired')),
      paddle_subscription_id text unique,
      started_at timestamptz not null,
      active_until timestamptz not null,
      access_until timestamptz not null,
      next_payment_amount integer,
      next_payment_at timestamptz,
      currency text not null,
      payment_kind text,
      payment_last_digits text,
      free_months_requested boolean not null,
      ended_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index subscriptions_user on subscriptions (user_id)`.execute(db);
  await sql`create index subscriptions_running on subscriptions (access_until) where ended_at is null`.execute(
    db,
  );

  // The purchase of each payment. The key makes one payment count once, however often it is reported.
  await sql`
    create table subscription_grants (
      provider text not null,
      transaction_id text not null,
      subscription_id uuid not null references subscriptions on delete cascade,
      kind text not null check (kind in ('trial', 'payment')),
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      free_months integer not null,
      amount integer not null,
      currency text not null,
      granted_at timestamptz not null,
      primary key (provider, transaction_id)
    )`.execute(db);

  // `payload` is what the provider sent, `event` what we made of it: null for a kind that does not concern us.
  await sql`
    create table provider_events (
      provider text not null,
      event_id text not null,
      event_type text not null,
      occurred_at timestamptz not null,
      received_at timestamptz not null,
      processed_at timestamptz,
      transaction_id text,
      subscription_id text,
      event jsonb,
      payload jsonb not null,
      primary key (provider, event_id)
    )`.execute(db);
  await sql`create index provider_events_transaction on provider_events (transaction_id)`.execute(db);
  await sql`create index provider_events_subscription on provider_events (subscription_id)`.execute(db);
}
