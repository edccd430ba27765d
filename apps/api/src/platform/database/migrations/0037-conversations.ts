import { type Kysely, sql } from 'kysely';

/** Tickets become conversations: with customers and with people without an account, by page and by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table support_tickets
      -- Of a conversation everything that was said is in its messages.
      alter column body drop not null,
      add column state text not null default 'open' check (state in ('open', 'waiting', 'answered', 'closed')),
      -- Who writes without an account.
      add column name text,
      add column email text,
      add column changed_at timestamptz`.execute(db);
  await sql`
    update support_tickets set
      changed_at = coalesce(closed_at, opened_at),
      state = case when closed_at is null then 'open' else 'closed' end`.execute(db);
  await sql`
    alter table support_tickets
      alter column changed_at set not null,
      add check ((state = 'closed') = (closed_at is not null))`.execute(db);
  await sql`
    create table ticket_messages (
      id uuid primary key default uuidv7(),
      ticket_id uuid not null references support_tickets on delete cascade,
      author text not null check (author in ('customer', 'operator')),
      body text not null,
      -- The Message-ID of a mail that came in: mail servers deliver some twice.
      mail_id text,
      sent_at timestamptz not null,
      unique (ticket_id, mail_id)
    )`.execute(db);
  await sql`create index ticket_messages_order on ticket_messages (ticket_id, id)`.execute(db);
  await sql`
    create table ticket_attachments (
      id uuid primary key default uuidv7(),
      message_id uuid not null references ticket_messages on delete cascade,
      name text not null,
      media_type text not null,
      content bytea not null
    )`.execute(db);
  await sql`create index ticket_attachments_message on ticket_attachments (message_id)`.execute(db);
}
