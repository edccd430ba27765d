import { type RawBuilder, sql } from 'kysely';

/** A table of which a person gets the own rows. Every column is named: here, or with the reason why it stays. */
export interface ExportedTable {
  readonly table: string;
  /** Its file in the archive, and what stands in it, for a person to read. */
  readonly title: string;
  readonly about: string;
  readonly columns: readonly string[];
  readonly withheld?: Readonly<Record<string, string>>;
  /** Which rows are the person's; those with their `user_id` unless told. */
  readonly owned?: (userId: string) => RawBuilder<boolean>;
}

/** The name of a table's file: `Payment notifications` → `payment-notifications.json`. */
export const fileNameOf = ({ title }: ExportedTable): string =>
  `${title.toLowerCase().replaceAll(' ', '-')}.json`;

const hash = 'A one-way hash; the secret itself is not kept by us.';
const ordersOf = (userId: string) => sql`select paddle_transaction_id from orders where user_id = ${userId}`;

/** What a person gets, file by file. A test holds this to the database's tables and columns. */
export const exportedTables: readonly ExportedTable[] = [
  {
    table: 'users',
    title: 'Account',
    about: 'Your address and when you made the account.',
    columns: [
      'id',
      'email',
      'verified_at',
      'paddle_customer_id',
      'two_factor_enabled_at',
      'deleted_at',
      'created_at',
    ],
    withheld: { password_hash: hash },
    owned: (userId) => sql`id = ${userId}`,
  },
  {
    table: 'access_tokens',
    title: 'Sessions',
    about: 'Where you are signed in, and since when.',
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
    about: 'The days on which browsers and apps signed in last; a new one is told to you by mail.',
    columns: ['last_sign_in'],
    withheld: { device_hash: hash },
  },
  {
    table: 'trusted_devices',
    title: 'Trusted devices',
    about: 'Browsers and apps that are not asked for a two-factor code.',
    columns: ['trusted_until'],
    withheld: { device_hash: hash },
  },
  {
    table: 'two_factor',
    title: 'Two-factor authentication',
    about: 'When you set it up and used a code last.',
    columns: ['setup_id', 'last_used_step', 'code_checked_at', 'created_at'],
    withheld: { sealed_secret: 'The secret behind your codes; whoever has it can sign in as you.' },
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
    about: 'The passkeys that sign you in, with the names that you gave them.',
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
      credential_id: 'The name by which browsers know the passkey.',
      public_key: 'Checks what the passkey signs; the passkey itself never leaves your device.',
    },
  },
  {
    table: 'identities',
    title: 'Connected accounts',
    about: 'Your accounts at Google, Apple and Facebook that sign you in.',
    columns: ['id', 'provider', 'issuer', 'subject', 'email', 'created_at', 'last_used_at'],
  },
  {
    table: 'pending_identities',
    title: 'Waiting connections',
    about: 'Sign-ins with your address at a provider that wait, for an hour, until you agree.',
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
    table: 'devices',
    title: 'Devices',
    about: 'The machines that you connect from.',
    columns: ['id', 'name', 'platform', 'slot', 'created_at', 'removed_at'],
  },
  {
    table: 'device_authorizations',
    title: 'Quick logins',
    about: 'Devices that asked to sign in with a code, for the ten minutes that a code lives.',
    columns: [
      'id',
      'device_id',
      'device_name',
      'platform',
      'address',
      'state',
      'approved_by',
      'interval_seconds',
      'last_polled_at',
      'created_at',
      'expires_at',
    ],
    withheld: { device_code_hash: hash, user_code: 'Signs a device in while it lives.' },
  },
  {
    table: 'email_links',
    title: 'Mailed links',
    about: 'Links that we mailed to you: what for, and when they were followed. We keep no copies of mails.',
    columns: ['id', 'purpose', 'details', 'created_at', 'expires_at', 'used_at'],
    withheld: { token_hash: hash },
  },
  {
    table: 'orders',
    title: 'Orders',
    about: 'What you ordered, what it cost, and what became of it.',
    columns: [
      'id',
      'kind',
      'state',
      'item',
      'currency',
      'total_amount',
      'tax_amount',
      'lines',
      'method',
      'provider',
      'paddle_transaction_id',
      'paddle_price_id',
      'paddle_quantity',
      'failure',
      'created_at',
      'processing_at',
      'paid_at',
      'refunded_at',
    ],
  },
  {
    table: 'ledger_entries',
    title: 'Bookings',
    about: 'What you paid and what was given back, as it stands in our books.',
    columns: [
      'id',
      'provider',
      'kind',
      'reference',
      'order_id',
      'amount',
      'tax',
      'currency',
      'happened_at',
      'booked_at',
    ],
    owned: (userId) => sql`order_id in (select id from orders where user_id = ${userId})`,
  },
  {
    table: 'subscriptions',
    title: 'Subscriptions',
    about: 'Your plans: from when to when, and how they are paid.',
    columns: [
      'id',
      'order_id',
      'plan_id',
      'months',
      'state',
      'paddle_subscription_id',
      'started_at',
      'active_until',
      'access_until',
      'next_payment_amount',
      'next_payment_at',
      'currency',
      'payment_kind',
      'payment_last_digits',
      'free_months_requested',
      'ended_at',
      'forfeited_at',
      'created_at',
    ],
  },
  {
    table: 'subscription_grants',
    title: 'Payments',
    about: 'What each payment bought.',
    columns: [
      'provider',
      'transaction_id',
      'subscription_id',
      'kind',
      'starts_at',
      'ends_at',
      'free_months',
      'amount',
      'currency',
      'granted_at',
    ],
    owned: (userId) => sql`subscription_id in (select id from subscriptions where user_id = ${userId})`,
  },
  {
    table: 'provider_events',
    title: 'Payment notifications',
    about: 'What Paddle, our payment provider, told us about your orders.',
    columns: [
      'provider',
      'event_id',
      'event_type',
      'occurred_at',
      'received_at',
      'processed_at',
      'transaction_id',
      'subscription_id',
      'event',
      'payload',
    ],
    owned: (userId) => sql`
      transaction_id in (${ordersOf(userId)}) or subscription_id in (
        select own.subscription_id from provider_events own where own.transaction_id in (${ordersOf(userId)}))`,
  },
  {
    table: 'operator_actions',
    title: 'Support actions',
    about: 'What our support did to your account.',
    columns: ['id', 'action', 'done_at'],
    withheld: { operator: 'Names a member of our staff.' },
  },
];
