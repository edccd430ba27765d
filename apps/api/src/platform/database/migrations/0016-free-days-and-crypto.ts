import { type Kysely, sql } from 'kysely';

/** Free days, referrals, crypto orders, and a record of sent emails. `free_days` is append-only: revoked days are a row of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table free_days (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      days integer not null check (days between 1 and 3660),
      reason text not null check (reason in ('referral', 'operator')),
      cause text not null,
      given_at timestamptz not null,
      unique (user_id, reason, cause)
    )`.execute(db);
  await sql`
    create table free_days_taken_back (
      free_days_id uuid primary key references free_days on delete cascade,
      taken_back_at timestamptz not null
    )`.execute(db);

  await sql`
    create table referral_codes (
      user_id uuid primary key references users on delete cascade,
      code text not null unique,
      created_at timestamptz not null
    )`.execute(db);
  // The friend is the key: an account can be referred once. A reward outlives the account that referred.
  await sql`
    create table referrals (
      friend_id uuid primary key references users on delete cascade,
      referrer_id uuid references users on delete set null,
      claimed_at timestamptz not null,
      check (friend_id <> referrer_id)
    )`.execute(db);
  await sql`create index referrals_referrer on referrals (referrer_id)`.execute(db);

  await sql`
    alter table orders
      add column coingate_order_id text unique,
      add column coingate_token_hash bytea,
      add column payment_url text`.execute(db);

  // End of access by payments alone, and the date of the next payment that was last requested from the provider.
  await sql`
    alter table subscriptions
      add column paid_until timestamptz,
      add column next_payment_requested_at timestamptz`.execute(db);
  await sql`
    update subscriptions set
      paid_until = active_until,
      next_payment_requested_at = case when free_months_requested then next_payment_at end`.execute(db);
  await sql`
    alter table subscriptions
      alter column paid_until set not null,
      drop column free_months_requested`.execute(db);

  // One email per fact, however often it is detected.
  await sql`
    create table posted_letters (
      user_id uuid not null references users on delete cascade,
      kind text not null,
      fact text not null,
      posted_at timestamptz not null,
      primary key (user_id, kind, fact)
    )`.execute(db);
}
