import { type Kysely, sql } from 'kysely';

/** Bans, partial refunds that end a purchase, and why a payment is stuck. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table users add column banned_at timestamptz, add column ban_reason text`,
    sql`alter table orders add column ends_with_adjustment text, add column provider_asked_at timestamptz,
      add column provider_answer text`,
    sql`alter table provider_events add column last_error text`,
  ];
  for (const statement of statements) await statement.execute(db);
}
