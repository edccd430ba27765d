import { type Kysely, sql } from 'kysely';

/** Up to which time a job has worked, and when the provider was last queried about an overdue renewal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table job_positions (job text primary key, worked_until timestamptz not null)`.execute(db);
  await sql`alter table subscriptions add column provider_asked_at timestamptz`.execute(db);
}
