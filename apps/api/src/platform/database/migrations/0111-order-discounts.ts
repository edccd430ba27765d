import { type Kysely, sql } from 'kysely';

/** The provider's discount of an order's checkout, to compare with that of its payment. Null in orders opened before this migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column paddle_discount_id text`.execute(db);
}
