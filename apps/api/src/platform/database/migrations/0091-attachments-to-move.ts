import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** Attachments whose content is in the database: a job moves them to the blob store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists ticket_attachments_to_move`.execute(db);
  await sql`
    create index concurrently ticket_attachments_to_move on ticket_attachments (id) where content is not null`.execute(
    db,
  );
}
