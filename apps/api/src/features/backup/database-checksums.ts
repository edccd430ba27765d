import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** The tables of accounts and money, in the order in which they are locked. */
const tables = [
  ...['users', 'orders', 'subscriptions', 'subscription_grants', 'ledger_entries', 'refunds'],
  ...['provider_events', 'data_entries', 'support_tickets'],
] as const;

/** Figures of a database by their names: `rows of orders`, `ledger payment USD`. Sums of money are in the minor unit. */
export type Checksums = Readonly<Record<string, number>>;

/** Blocks writes to the tables of the checksums until the transaction ends. */
export async function lockTables(trx: DatabaseTransaction): Promise<void> {
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share mode`.execute(trx);
}

/**
 * Returns checksums by which a restored database is compared with its source: rows by table, ledger sums by kind and currency (minor units).
 */
export async function checksumsOf(db: Database | DatabaseTransaction): Promise<Checksums> {
  const counts = tables.map(
    (table) =>
      sql`select ${`rows of ${table}`}::text as name, count(*)::bigint as value from ${sql.table(table)}`,
  );
  const { rows } = await sql<{ name: string; value: number }>`
    ${sql.join(counts, sql` union all `)}
    union all
    select 'ledger ' || kind || ' ' || currency, sum(amount)::bigint from ledger_entries group by kind, currency
    union all
    select 'ledger tax ' || currency, sum(tax)::bigint from ledger_entries group by currency
    union all
    select 'orders ' || state || ' ' || currency, sum(total_amount)::bigint from orders group by state, currency
    union all
    select 'refunds ' || state || ' ' || currency, sum(amount)::bigint from refunds group by state, currency
    union all
    select 'subscriptions ' || state, count(*)::bigint from subscriptions group by state
    union all
    select 'bytes of ' || kind, sum(bytes)::bigint from data_entries group by kind
    order by 1`.execute(db);
  return checksumsIn(rows);
}

/**
 * The ledger's entries that were booked before a day: it only grows, and the removal of an account keeps the day of its entries, so they are
 * the same at every later time, also after entries have moved to the archive.
 */
export async function ledgerChecksumsBefore(db: Database, day: Date): Promise<Checksums> {
  const { rows } = await sql<{ name: string; value: number }>`
    with ledger as (
      select kind, currency, amount, 1 as entries from ledger_entries where booked_at < ${day}
      union all
      select kind, currency, amount, sum.entries from ledger_archive_sums sum
      join ledger_archives on ledger_archives.id = archive_id and moved_at is not null and month < ${day})
    select 'ledger ' || kind || ' ' || currency as name, sum(amount)::bigint as value
    from ledger group by kind, currency
    union all
    select 'ledger entries', coalesce(sum(entries), 0)::bigint from ledger
    order by 1`.execute(db);
  return checksumsIn(rows);
}

function checksumsIn(rows: readonly { readonly name: string; readonly value: number }[]): Checksums {
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Names the checksums that differ, each with both values. */
export function differences(expected: Checksums, found: Checksums): readonly string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${name}: ${found[name] ?? 'none'} instead of ${expected[name] ?? 'none'}`);
}
