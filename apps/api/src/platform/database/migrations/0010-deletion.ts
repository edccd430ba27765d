import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Deleting an account releases its address: its owner may register with it again at once.
  await sql`drop index users_verified_email`.execute(db);
  await sql`
    create unique index users_verified_email on users (email)
      where verified_at is not null and deleted_at is null`.execute(db);
  await sql`create index users_deleted on users (deleted_at) where deleted_at is not null`.execute(db);
  await sql`create index users_deleted_email on users (email) where deleted_at is not null`.execute(db);

  // Days that were forfeited with the account. Later events of the provider cannot restore them.
  await sql`alter table subscriptions add column forfeited_at timestamptz`.execute(db);

  // What the ledger keeps of payments of deleted accounts. No column identifies a person.
  await sql`
    create table past_payments (
      id uuid primary key default gen_random_uuid(),
      provider text not null,
      paid_on date not null,
      plan_id text not null references plans,
      amount integer not null,
      tax integer not null,
      currency text not null,
      refunded boolean not null
    )`.execute(db);
  await sql`create index past_payments_day on past_payments (paid_on)`.execute(db);

  // Actions of operators. The row outlives its account, and then no longer identifies it.
  await sql`
    create table operator_actions (
      id uuid primary key default uuidv7(),
      operator text not null,
      action text not null,
      user_id uuid references users on delete set null,
      done_at timestamptz not null
    )`.execute(db);
  await sql`create index operator_actions_user on operator_actions (user_id)`.execute(db);

  // Irrelevant notifications may name a customer; only their arrival is kept.
  await sql`update provider_events set payload = '{}' where event is null`.execute(db);
  await sql`create index provider_events_received on provider_events (received_at)`.execute(db);
}
