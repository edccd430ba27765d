import { type Kysely, sql } from 'kysely';

/** Servers of the operator that forward connections to the API from networks that block it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bridges (
      id uuid primary key default gen_random_uuid(),
      line text not null unique,
      listed boolean not null,
      created_at timestamptz not null
    )
  `.execute(db);
}
