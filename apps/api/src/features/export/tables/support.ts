import { sql } from 'kysely';
import type { ExportedTable } from './exported-table.ts';

/** What we wrote, and what was done by hand. */
export const supportTables: readonly ExportedTable[] = [
  {
    table: 'support_tickets',
    title: 'Support tickets',
    about: 'What our support was asked to look at for you.',
    columns: [
      ...['id', 'kind', 'cause', 'subject', 'body', 'state', 'name', 'email'],
      ...['opened_at', 'changed_at', 'closed_at'],
    ],
  },
  {
    table: 'ticket_messages',
    title: 'Messages to support',
    about: 'What you wrote to our support, and what it answered.',
    columns: ['id', 'ticket_id', 'author', 'body', 'mail_id', 'sent_at'],
    owned: (userId) => sql`ticket_id in (select id from support_tickets where user_id = ${userId})`,
  },
  {
    table: 'ticket_attachments',
    title: 'Files sent to support',
    about: 'The files of those messages; their bytes are in base64.',
    columns: ['id', 'message_id', 'name', 'media_type', 'content'],
    owned: (userId) => sql`message_id in (
      select message.id from ticket_messages as message
      join support_tickets as ticket on ticket.id = message.ticket_id where ticket.user_id = ${userId})`,
  },
  {
    table: 'posted_letters',
    title: 'Posted letters',
    about: 'Mails about payments and free days that we have sent, so that none is sent twice.',
    columns: ['kind', 'fact', 'posted_at'],
  },
  {
    table: 'operator_actions',
    title: 'Support actions',
    about: 'What our support did to your account.',
    columns: ['id', 'action', 'details', 'done_at'],
    withheld: { operator: 'Names a member of our staff.' },
  },
];
