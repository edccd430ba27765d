import { type Kysely, sql } from 'kysely';

/**
 * A request that opens a checkout claims the order first and holds no connection during the provider's call. The claim of a crashed process
 * expires by the database's clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column checkout_claim uuid,
      add column checkout_claimed_until timestamptz,
      add constraint orders_claim_is_whole
        check ((checkout_claim is null) = (checkout_claimed_until is null))`.execute(db);
}
