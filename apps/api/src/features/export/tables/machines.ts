import { type ExportedTable, hash } from './exported-table.ts';
import { sql } from 'kysely';

/** Support messages and actions of operators. */
export const supportTables: readonly ExportedTable[] = [
  {
    table: 'support_tickets',
    title: 'Support tickets',
    about: 'Your support requests.',
    columns: [
      ...['id', 'kind', 'cause', 'subject', 'body', 'state', 'name', 'email'],
      ...['opened_at', 'changed_at', 'closed_at'],
    ],
  },
  {
    table: 'ticket_messages',
    title: 'Messages to support',
    about: 'Your messages to support, and our replies.',
    columns: ['id', 'ticket_id', 'author', 'body', 'mail_id', 'sent_at'],
    owned: (userId) => sql`ticket_id in (select id from support_tickets where user_id = ${userId})`,
  },
  {
    table: 'ticket_attachments',
    title: 'Files sent to support',
    about: 'Files attached to those messages, encoded as base64.',
    columns: ['id', 'message_id', 'name', 'media_type', 'bytes', 'content', 'blob_since'],
    owned: (userId) => sql`message_id in (
      select message.id from ticket_messages as message
      join support_tickets as ticket on ticket.id = message.ticket_id where ticket.user_id = ${userId})`,
  },
  {
    table: 'posted_emails',
    title: 'Sent emails',
    about: 'Emails we sent about payments and free days, so that none is sent twice.',
    columns: ['kind', 'fact', 'posted_at'],
  },
  {
    table: 'operator_actions',
    title: 'Support actions',
    about: 'Changes that support made to your account.',
    columns: ['id', 'action', 'details', 'done_at'],
    withheld: { operator: 'Names a member of our staff.' },
  },
];

/** Devices, configuration files and the gateways that they connect to. */
export const machineTables: readonly ExportedTable[] = [
  {
    table: 'devices',
    title: 'Devices',
    about: 'The devices you connect from.',
    columns: ['id', 'name', 'platform', 'slot', 'session_id', 'created_at', 'removed_at'],
    withheld: { device_hash: hash },
  },
  {
    table: 'gateway_grants',
    title: 'Downloaded configs',
    about: 'Which servers accept your downloaded WireGuard configs, OpenVPN credentials and proxy users.',
    columns: [
      ...['id', 'gateway_id', 'sub', 'kind', 'public_key', 'host', 'holder_id', 'terms'],
      ...['created_at', 'withdrawn_at'],
    ],
    withheld: { mac: hash, sealed_key: 'The encrypted key of your OpenVPN credentials.' },
  },
  {
    table: 'wireguard_configs',
    title: 'WireGuard files',
    about: 'The WireGuard configs you created. Their private keys never reached us.',
    columns: ['id', 'grant_id', 'name', 'public_key', 'created_at'],
  },
  {
    table: 'openvpn_credentials',
    title: 'OpenVPN credentials',
    about: 'Your username on our OpenVPN servers, and since when it’s active.',
    columns: ['username', 'created_at'],
    withheld: {
      sealed_password: 'Shown on the download page: with it, others could use your plan.',
      shared_username: 'Your username again, once all of our servers have it in the current format.',
    },
  },
  {
    table: 'favorite_locations',
    title: 'Favorite locations',
    about: 'Your favorite locations.',
    columns: ['location_code', 'marked_at'],
  },
];
