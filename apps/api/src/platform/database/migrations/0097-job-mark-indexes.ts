import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** Indexes of jobs and lists that read more rows the larger the table was. The release after removes two of 0089, which the one before reads: `subscriptions_reminders` and `mailbox_benefits_refunds`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists dedicated_ips_own`,
    sql`create index concurrently dedicated_ips_own on dedicated_ips (address) where gateway_id is not null`,
    sql`drop index concurrently if exists subscriptions_reminders_changed`,
    sql`create index concurrently subscriptions_reminders_changed on subscriptions (active_until, id) where forfeited_at is null
      and (months >= 12 or paddle_subscription_id is null) and reminder_for is distinct from active_until`,
    sql`drop index concurrently if exists subscriptions_reminders_next`,
    sql`create index concurrently subscriptions_reminders_next on subscriptions (next_reminder_at, id) where next_reminder_at is not null`,
    sql`drop index concurrently if exists mailbox_benefits_unanswered`,
    sql`create index concurrently mailbox_benefits_unanswered on mailbox_benefits (claimed_at) where kind = 'refund' and is_released = false
      and order_id is not null and answered_at is null`,
    sql`drop index concurrently if exists services_proxy_due`,
    sql`create index concurrently services_proxy_due on services (active_until, id) where state = 'active' and proxy_due_at is not null`,
    sql`drop index concurrently if exists exits_moved`,
    sql`create index concurrently exits_moved on exits (moved_at) where moved_at is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
