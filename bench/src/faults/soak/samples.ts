import { readdirSync } from 'node:fs';
import { proportionalSetSize } from '../../proportional-set-size.ts';
import { query } from '../purchase.ts';

/** What must not grow with time. */
export interface SoakSample {
  /** Memory of the API's process in MB (PSS). */
  readonly memory: number;
  readonly descriptors: number;
  /** Rows and size in MB of all tables but `lasting`. */
  readonly rows: number;
  readonly disk: number;
  /** Rows by table. */
  readonly tables: ReadonlyMap<string, number>;
}

/** Records of customers and payments: they grow with the purchases of the load and stay. */
const lasting: ReadonlySet<string> = new Set([
  ...['users', 'known_devices', 'orders', 'provider_events', 'ledger_entries', 'past_payments'],
  ...['subscriptions', 'subscription_grants', 'card_uses', 'coupon_uses', 'mailbox_benefits'],
  // One email of a kind about one fact: sent once to a customer.
  'posted_emails',
]);

/** Takes a sample of a service. */
export async function takeSample(database: string, apiPid: number): Promise<SoakSample> {
  const relations = await query<{ name: string; bytes: number }>(
    database,
    `select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid)::float as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind = 'r'`,
  );
  const counted = relations.filter(({ name }) => !lasting.has(name.replace('public.', '')));
  const counts = counted.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  const tables = await query<{ name: string; rows: number }>(database, counts.join(' union all '));
  return {
    memory: proportionalSetSize(apiPid),
    descriptors: readdirSync(`/proc/${apiPid}/fd`).length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    disk: counted.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20,
    tables: new Map(tables.map(({ name, rows }) => [name, rows])),
  };
}
