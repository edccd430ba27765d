import type { ExportedTable } from './exported-table.ts';

/** What we wrote, and what was done by hand. */
export const supportTables: readonly ExportedTable[] = [
  {
    table: 'support_tickets',
    title: 'Support tickets',
    about: 'What our support was asked to look at for you.',
    columns: ['id', 'kind', 'cause', 'subject', 'body', 'opened_at', 'closed_at'],
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
