import { type Kysely, sql } from 'kysely';

/**
 * A call that opens a checkout claims the order first and holds no connection while the provider makes it. A claim whose process died ends
 * by itself, in the time of the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column checkout_claim uuid,
      add column checkout_claimed_until timestamptz,
      add constraint orders_claim_is_whole
        check ((checkout_claim is null) = (checkout_claimed_until is null))`.execute(db);
}
