import { type Kysely, sql } from 'kysely';

/** Why the payment of an order gives no plan and is returned. Null in orders paid before this migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column return_reason text`.execute(db);
}
