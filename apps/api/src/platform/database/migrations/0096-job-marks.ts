import { type Kysely, sql } from 'kysely';

/** Marks of rows that a job has worked on, so that its next run does not read them. Nullable columns rewrite no table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column reminder_for timestamptz, add column next_reminder_at timestamptz`.execute(
    db,
  );
  await sql`alter table mailbox_benefits add column answered_at timestamptz`.execute(db);
  await sql`alter table services add column proxy_due_at timestamptz`.execute(db);
  await sql`alter table exits add column moved_at timestamptz`.execute(db);
}
