import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** An index for each foreign key without one: a deletion of the referenced row, and a join from it, scanned the whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists subscription_grants_subscription`,
    sql`create index concurrently subscription_grants_subscription on subscription_grants (subscription_id)`,
    sql`drop index concurrently if exists orders_coupon`,
    sql`create index concurrently orders_coupon on orders (coupon_code) where coupon_code is not null`,
    sql`drop index concurrently if exists subscriptions_plan`,
    sql`create index concurrently subscriptions_plan on subscriptions (plan_id) where plan_id is not null`,
    sql`drop index concurrently if exists coupon_uses_coupon_user`,
    sql`create index concurrently coupon_uses_coupon_user on coupon_uses (coupon_id, user_id)`,
    sql`drop index concurrently if exists dedicated_ips_gateway`,
    sql`create index concurrently dedicated_ips_gateway on dedicated_ips (gateway_id) where gateway_id is not null`,
    sql`drop index concurrently if exists dedicated_ips_last_service`,
    sql`create index concurrently dedicated_ips_last_service on dedicated_ips (last_service_id) where last_service_id is not null`,
    sql`drop index concurrently if exists favorite_locations_location`,
    sql`create index concurrently favorite_locations_location on favorite_locations (location_code)`,
    sql`drop index concurrently if exists device_authorizations_user`,
    sql`create index concurrently device_authorizations_user on device_authorizations (user_id) where user_id is not null`,
    sql`drop index concurrently if exists gateways_location`,
    sql`create index concurrently gateways_location on gateways (location_code)`,
    sql`drop index concurrently if exists enrolment_tokens_location`,
    sql`create index concurrently enrolment_tokens_location on enrolment_tokens (location_code)`,
    sql`drop index concurrently if exists exit_days_gateway`,
    sql`create index concurrently exit_days_gateway on exit_days (gateway_id)`,
    sql`drop index concurrently if exists upstream_states_gateway`,
    sql`create index concurrently upstream_states_gateway on upstream_states (gateway_id)`,
    sql`drop index concurrently if exists gateway_proofs_gateway`,
    sql`create index concurrently gateway_proofs_gateway on gateway_proofs (gateway_id)`,
    sql`drop index concurrently if exists exit_proofs_exit`,
    sql`create index concurrently exit_proofs_exit on exit_proofs (exit_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
