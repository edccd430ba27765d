import { sql } from 'kysely';
import { type ExportedTable, hash } from './exported-table.ts';

/** The account and its sign-in methods. */
export const accountTables: readonly ExportedTable[] = [
  {
    table: 'users',
    title: 'Account',
    about: 'Your email and when you created the account.',
    columns: [
      'id',
      'email',
      'verified_at',
      'paddle_customer_id',
      'two_factor_enabled_at',
      'deleted_at',
      'banned_at',
      'ban_reason',
      'created_at',
    ],
    withheld: { password_hash: hash },
    owned: (userId) => sql`id = ${userId}`,
  },
  {
    table: 'access_tokens',
    title: 'Sessions',
    about: 'Where you’re signed in, and since when.',
    columns: [
      'id',
      'device_id',
      'is_limited',
      'method',
      'client',
      'platform',
      'device_name',
      'created_at',
      'last_used_at',
      'second_factor_at',
    ],
    withheld: { token_hash: hash },
  },
  {
    table: 'known_devices',
    title: 'Known devices',
    about:
      'When browsers and apps last signed in, and whether they used a two-factor code. We email you when a new device signs in.',
    columns: ['last_sign_in', 'passed_second_factor'],
    withheld: { device_hash: hash },
  },
  {
    table: 'trusted_devices',
    title: 'Trusted devices',
    about: 'Browsers and apps that don’t need a two-factor code.',
    columns: ['trusted_until'],
    withheld: { device_hash: hash },
  },
  {
    table: 'two_factor',
    title: 'Two-factor authentication',
    about: 'When you set it up and last used a code.',
    columns: ['setup_id', 'last_used_step', 'code_checked_at', 'created_at'],
    withheld: { sealed_secret: 'The secret behind your codes. Anyone with it could sign in as you.' },
  },
  {
    table: 'recovery_codes',
    title: 'Recovery codes',
    about: 'How many you have, and when each was used.',
    columns: ['used_at'],
    withheld: { code_hash: hash },
  },
  {
    table: 'passkeys',
    title: 'Passkeys',
    about: 'Your passkeys and their names.',
    columns: [
      'id',
      'name',
      'transports',
      'counter',
      'is_backup_eligible',
      'is_backed_up',
      'created_at',
      'last_used_at',
    ],
    withheld: {
      credential_id: 'Identifies the passkey to browsers.',
      public_key: 'Verifies the passkey’s signatures; the passkey itself never leaves your device.',
    },
  },
  {
    table: 'identities',
    title: 'Connected accounts',
    about: 'Google, Apple and Facebook accounts you can sign in with.',
    columns: ['id', 'provider', 'issuer', 'subject', 'email', 'created_at', 'last_used_at'],
  },
  {
    table: 'pending_identities',
    title: 'Waiting connections',
    about: 'Sign-ins with your email at a provider that await your confirmation, for up to an hour.',
    columns: [
      'provider',
      'issuer',
      'subject',
      'email',
      'reason',
      'device_id',
      'redirect',
      'opener',
      'expires_at',
      'used_at',
      'agreed_in',
    ],
    withheld: { token_hash: hash, link_hashes: hash },
  },
  {
    table: 'device_authorizations',
    title: 'Quick logins',
    about: 'Devices that asked to sign in with a code, for the ten minutes the code is valid.',
    columns: [
      'id',
      'device_id',
      'device_name',
      'platform',
      'address',
      'state',
      'approved_by',
      'approved_at',
      'interval_seconds',
      'last_polled_at',
      'created_at',
      'expires_at',
    ],
    withheld: { device_code_hash: hash, user_code: 'Signs in a device while it’s valid.' },
  },
  {
    table: 'email_links',
    title: 'Mailed links',
    about: 'Links we emailed you: their purpose, and when you followed them. We don’t keep copies of emails.',
    columns: ['id', 'purpose', 'details', 'created_at', 'expires_at', 'used_at'],
    withheld: { token_hash: hash },
  },
];

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
