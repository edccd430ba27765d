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
    table: 'services',
    title: 'Dedicated IPs',
    about: 'The addresses that you bought for yourself.',
    columns: ['id', 'order_id', 'type', 'country', 'state', 'started_at', 'active_until', 'created_at'],
  },
  {
    table: 'service_periods',
    title: 'Dedicated IP periods',
    about: 'For how long each order bought an address.',
    columns: ['order_id', 'service_id', 'months', 'bought_at', 'refunded_at'],
    owned: (userId) => sql`service_id in (select id from services where user_id = ${userId})`,
  },
  {
    table: 'dedicated_ips',
    title: 'Addresses',
    about: 'The addresses that are yours, or reserved for you, right now.',
    columns: ['id', 'type', 'country', 'address', 'order_id', 'service_id', 'state', 'added_at'],
    owned: (userId) => sql`
      service_id in (select id from services where user_id = ${userId}) or
      order_id in (select id from orders where user_id = ${userId})`,
  },
];
