import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** Finds a ticket by its number: the last eight digits of its id, which emails and support reports show to the customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists support_tickets_number`.execute(db);
  await sql`create index concurrently support_tickets_number on support_tickets (right(id::text, 8))`.execute(
    db,
  );
}
