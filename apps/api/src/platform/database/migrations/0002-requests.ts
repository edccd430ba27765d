import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Losing the counters in a crash forgives a few calls; logging them would double the writes of every request.
  await sql`
    create unlogged table rate_counters (
      bucket text primary key,
      calls integer not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index rate_counters_expiry on rate_counters (expires_at)`.execute(db);

  await sql`
    create table idempotency_keys (
      user_id uuid not null references users on delete cascade,
      endpoint text not null,
      key text not null,
      request_hash bytea not null,
      answer jsonb,
      running_until timestamptz not null,
      created_at timestamptz not null,
      primary key (user_id, endpoint, key)
    )`.execute(db);
  await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db);
}
