import { type Kysely, sql } from 'kysely';

/** When an operator began to drain an exit, and when its remaining connections end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exits add column draining_since timestamptz, add column draining_until timestamptz`.execute(
    db,
  );
}
