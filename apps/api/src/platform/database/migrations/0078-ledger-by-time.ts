import { type Kysely, sql } from 'kysely';

/** The metrics sum the ledger entries of the last hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_entries_booked on ledger_entries (booked_at)`.execute(db);
}
