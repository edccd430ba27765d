import { type Kysely, sql } from 'kysely';

/** The number of sign-in emails within an hour, and the sign-ins held for the summary at its end: decision 23. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_notices (
      user_id uuid primary key references users (id) on delete cascade,
      ends_at timestamptz not null,
      mails integer not null,
      held jsonb not null
    )`.execute(db);
  await sql`create index sign_in_notices_end on sign_in_notices (ends_at)`.execute(db);
}
