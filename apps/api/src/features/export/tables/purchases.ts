import { sql } from 'kysely';
import type { ExportedTable } from './exported-table.ts';

/** Data, traffic and addresses. */
export const purchaseTables: readonly ExportedTable[] = [
  {
    table: 'data_entries',
    title: 'Residential data',
    about: 'Residential data and proxy traffic you bought, used and had refunded, in bytes.',
    columns: ['id', 'product', 'kind', 'bytes', 'order_id', 'entered_at'],
  },
  {
    table: 'data_accounts',
    title: 'Residential data settings',
    about: 'Your settings for using and topping up data and traffic, and the notices we sent.',
    columns: [
      ...['product', 'when_empty', 'automatic_below_gigabytes', 'automatic_gigabytes'],
      ...['automatic_price_amount', 'automatic_price_currency'],
      ...['topping_up_since', 'topping_up_order_id', 'full_bytes', 'noticed_percent', 'stopped_at'],
    ],
  },
  {
    table: 'data_usage_days',
    title: 'Residential data by day',
    about: 'Data and traffic used per day, and by which proxy user.',
    columns: ['product', 'proxy_user_id', 'day', 'bytes', 'entered_bytes'],
  },
  {
    table: 'data_quota_accounts',
    title: 'Residential data on servers',
    about: 'Which servers can use your data and traffic.',
    columns: ['id', 'product', 'gateway_id', 'proxy_user_id'],
  },
  {
    table: 'data_quota_leases',
    title: 'Residential data drawn',
    about: 'Data and traffic recently used through servers. Deleted two days after settlement.',
    columns: ['id', 'quota_account_id', 'request', 'bytes', 'used_bytes', 'reported_at', 'settled_at'],
    owned: (userId) =>
      sql`quota_account_id in (select id from data_quota_accounts where user_id = ${userId})`,
  },
  {
    table: 'proxy_users',
    title: 'Proxy users',
    about: 'The residential proxy users you created.',
    columns: [
      ...['id', 'name', 'username', 'limit_bytes', 'enabled', 'addresses', 'proven_addresses', 'created_at'],
      ...['removed_at', 'shared_at'],
    ],
    withheld: { sealed_password: 'Shown on the proxy page: with it, others could use your traffic.' },
  },
  {
    table: 'services',
    title: 'Dedicated IPs',
    about: 'The dedicated IPs you bought.',
    columns: [
      ...['id', 'order_id', 'type', 'country', 'state', 'started_at', 'active_until', 'created_at'],
      ...['note', 'proxy_username', 'proxy_due_at'],
    ],
    withheld: {
      sealed_proxy_password: 'Shown on the page of the address: with it, others could use the address.',
    },
  },
  {
    table: 'stock_requests',
    title: 'Stock requests',
    about: 'Products and countries you asked us to tell you about.',
    columns: ['product', 'country', 'requested_at'],
  },
  {
    table: 'service_periods',
    title: 'Dedicated IP periods',
    about: 'The period each order paid for.',
    columns: ['order_id', 'service_id', 'months', 'bought_at', 'refunded_at'],
    owned: (userId) => sql`service_id in (select id from services where user_id = ${userId})`,
  },
  {
    table: 'address_swaps',
    title: 'Swapped addresses',
    about: 'Dedicated IPs you swapped for another one, and why.',
    columns: ['id', 'service_id', 'address', 'reason', 'swapped_at'],
    owned: (userId) => sql`service_id in (select id from services where user_id = ${userId})`,
  },
  {
    table: 'dedicated_ips',
    title: 'Addresses',
    about:
      'IP addresses you have now, that are reserved for you, or that are held for you after they expired.',
    columns: [
      ...['id', 'type', 'country', 'address', 'order_id', 'service_id', 'state', 'added_at'],
      ...['gateway_id', 'exit_id', 'last_service_id', 'rests_until'],
    ],
    owned: (userId) => sql`
      id in (
        select own.id from services join dedicated_ips own on own.service_id = services.id
        where services.user_id = ${userId}
        union
        select own.id from services join dedicated_ips own on own.last_service_id = services.id
        where services.user_id = ${userId}
        union
        select own.id from orders join dedicated_ips own on own.order_id = orders.id where orders.user_id = ${userId})`,
  },
];
