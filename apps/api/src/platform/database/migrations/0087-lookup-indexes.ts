import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** Indexes for lookups and lists that scanned a whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists users_email`,
    sql`create index concurrently users_email on users (email)`,
    sql`drop index concurrently if exists support_tickets_email`,
    sql`create index concurrently support_tickets_email on support_tickets (email) where email is not null`,
    // The changes of a subscription's plan.
    sql`drop index concurrently if exists orders_changed_subscription`,
    sql`create index concurrently orders_changed_subscription on orders ((item ->> 'subscriptionId')) where item ->> 'subscriptionId' is not null`,
    sql`drop index concurrently if exists card_uses_used`,
    sql`create index concurrently card_uses_used on card_uses (used_at)`,
    sql`drop index concurrently if exists coupons_created`,
    sql`create index concurrently coupons_created on coupons (created_at)`,
    // Counted without reading the table.
    sql`drop index concurrently if exists coupon_uses_used`,
    sql`create index concurrently coupon_uses_used on coupon_uses (coupon_id) where state = 'used'`,
    sql`drop index concurrently if exists users_paddle_customer`,
    sql`create index concurrently users_paddle_customer on users (paddle_customer_id) where paddle_customer_id is not null`,
    sql`drop index concurrently if exists coupons_paddle_discount`,
    sql`create index concurrently coupons_paddle_discount on coupons (paddle_discount_id) where paddle_discount_id is not null`,
    sql`drop index concurrently if exists dedicated_ips_kind`,
    sql`create index concurrently dedicated_ips_kind on dedicated_ips (type, country)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
