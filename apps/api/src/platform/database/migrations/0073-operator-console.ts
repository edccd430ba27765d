import { type Kysely, sql } from 'kysely';

/** What the operator console counts, lists and searches, so that each page reads a bounded part of an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table refused_webhooks (
        hour timestamptz not null,
        reason text not null,
        refusals bigint not null check (refusals > 0),
        first_at timestamptz not null,
        last_at timestamptz not null,
        primary key (hour, reason)
      )`,
    // By bytes, so that a prefix is a range.
    sql`create index users_email_prefix on users (email collate "C")`,
    sql`create index support_tickets_email_prefix on support_tickets (email collate "C") where email is not null`,
    sql`create index support_tickets_waiting on support_tickets (changed_at) where state in ('open', 'waiting')`,
    sql`create index support_tickets_not_closed on support_tickets (changed_at) where state <> 'closed'`,
    sql`create index support_tickets_changed on support_tickets (changed_at)`,
    sql`create index orders_begun on orders (id) where state not in ('draft', 'expired')`,
    sql`create index provider_events_failing on provider_events (received_at) where processed_at is null and tries > 0`,
    sql`create index operator_actions_changes on operator_actions (id) where action <> 'operator_read'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
