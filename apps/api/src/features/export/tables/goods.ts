import { sql } from 'kysely';
import type { ExportedTable } from './exported-table.ts';

/** Data, traffic and addresses. */
export const goodsTables: readonly ExportedTable[] = [
  {
    table: 'data_entries',
    title: 'Residential data',
    about: 'What you bought, used and gave back of residential data and proxy traffic, in bytes.',
    columns: ['id', 'product', 'kind', 'bytes', 'order_id', 'entered_at'],
  },
  {
    table: 'data_accounts',
    title: 'Residential data settings',
    about: 'How your data and traffic are spent and bought again, and what you were told about them.',
    columns: [
      ...['product', 'when_empty', 'automatic_below_gigabytes', 'automatic_gigabytes'],
      ...['automatic_price_amount', 'automatic_price_currency'],
      ...['topping_up_since', 'topping_up_order_id', 'full_bytes', 'noticed_percent', 'stopped_at'],
    ],
  },
  {
    table: 'data_usage_days',
    title: 'Residential data by day',
    about: 'How much of your data and traffic was used on each day, and through which user of the proxy.',
    columns: ['product', 'proxy_user_id', 'day', 'bytes', 'entered_bytes'],
  },
  {
    table: 'data_quota_accounts',
    title: 'Residential data on servers',
    about: 'Which servers may draw on your data and traffic.',
    columns: ['id', 'product', 'gateway_id', 'proxy_user_id'],
  },
  {
    table: 'data_quota_leases',
    title: 'Residential data drawn',
    about:
      'What servers have drawn of your data and traffic lately. It is forgotten two days after it is settled.',
    columns: ['id', 'quota_account_id', 'request', 'bytes', 'used_bytes', 'reported_at', 'settled_at'],
    owned: (userId) =>
      sql`quota_account_id in (select id from data_quota_accounts where user_id = ${userId})`,
  },
  {
    table: 'proxy_users',
    title: 'Proxy users',
    about: 'The users of the residential proxy that you have made.',
    columns: [
      ...['id', 'name', 'username', 'limit_bytes', 'enabled', 'addresses', 'proven_addresses', 'created_at'],
      ...['removed_at'],
    ],
    withheld: { sealed_password: 'Shown on the proxy page: with it, others could use your traffic.' },
  },
  {
    table: 'services',
    title: 'Dedicated IPs',
    about: 'The addresses that you bought for yourself.',
    columns: [
      ...['id', 'order_id', 'type', 'country', 'state', 'started_at', 'active_until', 'created_at'],
      ...['note', 'proxy_username'],
    ],
    withheld: {
      sealed_proxy_password: 'Shown on the page of the address: with it, others could use the address.',
    },
  },
  {
    table: 'service_periods',
    title: 'Dedicated IP periods',
    about: 'For how long each order bought an address.',
    columns: ['order_id', 'service_id', 'months', 'bought_at', 'refunded_at'],
    owned: (userId) => sql`service_id in (select id from services where user_id = ${userId})`,
  },
  {
    table: 'address_swaps',
    title: 'Swapped addresses',
    about: 'The addresses that you gave back for another one, and why.',
    columns: ['id', 'service_id', 'address', 'reason', 'swapped_at'],
    owned: (userId) => sql`service_id in (select id from services where user_id = ${userId})`,
  },
  {
    table: 'dedicated_ips',
    title: 'Addresses',
    about: 'The addresses that are yours right now, reserved for you, or kept for you after they were yours.',
    columns: [
      ...['id', 'type', 'country', 'address', 'order_id', 'service_id', 'state', 'added_at'],
      ...['gateway_id', 'exit_id', 'last_service_id', 'rests_until'],
    ],
    owned: (userId) => sql`
      service_id in (select id from services where user_id = ${userId}) or
      last_service_id in (select id from services where user_id = ${userId}) or
      order_id in (select id from orders where user_id = ${userId})`,
  },
];
