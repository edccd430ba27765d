import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** Indexes of due work and of rows whose time is over: each job reads only the rows that it changes. `card_uses` has one of 0087. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists subscriptions_renewing`,
    sql`create index concurrently subscriptions_renewing on subscriptions (active_until) where ended_at is null and paddle_subscription_id is not null
      and state in ('trialing', 'active', 'past_due')`,
    sql`drop index concurrently if exists subscriptions_trial_ends`,
    sql`create index concurrently subscriptions_trial_ends on subscriptions (next_payment_at) where state = 'trialing' and ended_at is null
      and trial_reminded_at is null`,
    sql`drop index concurrently if exists subscriptions_reminders`,
    sql`create index concurrently subscriptions_reminders on subscriptions (active_until, id) where forfeited_at is null
      and (months >= 12 or paddle_subscription_id is null)`,
    sql`drop index concurrently if exists orders_drafts`,
    sql`create index concurrently orders_drafts on orders (created_at) where state = 'draft'`,
    sql`drop index concurrently if exists orders_lapsed_drafts`,
    sql`create index concurrently orders_lapsed_drafts on orders (created_at) where state = 'expired' and provider is null`,
    sql`drop index concurrently if exists orders_plan_changes`,
    sql`create index concurrently orders_plan_changes on orders (processing_at) where kind = 'plan_change' and state = 'processing'
      and paddle_transaction_id is null`,
    sql`drop index concurrently if exists orders_coingate`,
    sql`create index concurrently orders_coingate on orders (state, processing_at) where provider = 'coingate'`,
    sql`drop index concurrently if exists orders_extensions`,
    sql`create index concurrently orders_extensions on orders ((item ->> 'serviceId')) where kind = 'dedicated_ip_extension' and state = 'processing'`,
    sql`drop index concurrently if exists services_waiting`,
    sql`create index concurrently services_waiting on services (created_at, id) where state = 'provisioning'`,
    sql`drop index concurrently if exists data_usage_days_due`,
    sql`create index concurrently data_usage_days_due on data_usage_days (day, user_id, product) where entered_bytes < bytes`,
    sql`drop index concurrently if exists mailbox_benefits_refunds`,
    sql`create index concurrently mailbox_benefits_refunds on mailbox_benefits (claimed_at) where kind = 'refund' and is_released = false
      and order_id is not null`,
    sql`drop index concurrently if exists exits_draining`,
    sql`create index concurrently exits_draining on exits (draining_until) where draining_until is not null`,
    sql`drop index concurrently if exists users_unverified_age`,
    sql`create index concurrently users_unverified_age on users (created_at) where verified_at is null and deleted_at is null`,
    sql`drop index concurrently if exists access_tokens_age`,
    sql`create index concurrently access_tokens_age on access_tokens (created_at)`,
    sql`drop index concurrently if exists two_factor_age`,
    sql`create index concurrently two_factor_age on two_factor (created_at)`,
    sql`drop index concurrently if exists devices_removed`,
    sql`create index concurrently devices_removed on devices (removed_at) where removed_at is not null`,
    sql`drop index concurrently if exists email_links_expiry`,
    sql`create index concurrently email_links_expiry on email_links (expires_at)`,
    sql`drop index concurrently if exists posted_emails_age`,
    sql`create index concurrently posted_emails_age on posted_emails (posted_at) where kind = 'receipt' or kind like 'reminder %'`,
    sql`drop index concurrently if exists mailbox_benefits_age`,
    sql`create index concurrently mailbox_benefits_age on mailbox_benefits (claimed_at)`,
    sql`drop index concurrently if exists mailbox_benefits_unused`,
    sql`create index concurrently mailbox_benefits_unused on mailbox_benefits (claimed_at) where confirmed_at is null and order_id is null`,
    sql`drop index concurrently if exists ledger_entries_removed`,
    sql`create index concurrently ledger_entries_removed on ledger_entries (booked_at) where order_id is null`,
    sql`drop index concurrently if exists data_usage_days_age`,
    sql`create index concurrently data_usage_days_age on data_usage_days (day) where entered_bytes >= bytes`,
    sql`drop index concurrently if exists support_tickets_contact`,
    sql`create index concurrently support_tickets_contact on support_tickets (closed_at) where user_id is null and body is null`,
    sql`drop index concurrently if exists support_tickets_tasks`,
    sql`create index concurrently support_tickets_tasks on support_tickets (closed_at) where user_id is null and body is not null`,
    sql`drop index concurrently if exists operator_actions_age`,
    sql`create index concurrently operator_actions_age on operator_actions (done_at)`,
    sql`drop index concurrently if exists operator_actions_reads`,
    sql`create index concurrently operator_actions_reads on operator_actions (done_at)
      where action in ('operator_read', 'operator_refused', 'operator_sign_in', 'operator_sign_in_failed')`,
    sql`drop index concurrently if exists exit_days_age`,
    sql`create index concurrently exit_days_age on exit_days (day)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
