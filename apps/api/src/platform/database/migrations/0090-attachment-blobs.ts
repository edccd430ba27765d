import { type Kysely, sql } from 'kysely';

/**
 * Attachments can be stored outside of the database: the content of such a row is null, so its length has a column. A deleted row that may
 * have an object (`blob_since`) leaves its key, which a job then deletes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ticket_attachments
      alter column content drop not null,
      add column bytes integer,
      add column blob_since timestamptz`.execute(db);
  await sql`create table deleted_blobs (key text primary key, deleted_at timestamptz not null)`.execute(db);
  await sql`
    create function record_deleted_attachment() returns trigger language plpgsql as $$
    begin
      insert into deleted_blobs (key, deleted_at) values ('attachments/' || old.id, now()) on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ticket_attachments_deleted after delete on ticket_attachments
    for each row when (old.blob_since is not null) execute function record_deleted_attachment()`.execute(db);
}
