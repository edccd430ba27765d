import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.ts';
import { startOf, startOfMonth } from './month.ts';

/** Tables that are partitioned by month, by a column of times or days that never changes. */
export const partitionedTables = ['email_links', 'exit_days', 'gateway_hours'] as const;

export type PartitionedTable = (typeof partitionedTables)[number];

/** A partition of one month, or the first one, which has all months before its end. */
export interface Partition {
  readonly name: string;
  /** Exclusive. */
  readonly end: Date;
}

const monthly = /_(?<before>before_)?(?<month>\d{4}_\d{2})$/;

/** Returns the partitions of a table without the default one, the oldest first. */
export async function partitionsOf(
  db: Database | DatabaseTransaction,
  table: PartitionedTable,
): Promise<readonly Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass`.execute(db);
  return rows
    .flatMap(({ name }): Partition[] => {
      const { before, month } = monthly.exec(name)?.groups ?? {};
      if (month === undefined) return [];
      return [{ name, end: before === undefined ? startOfMonth(startOf(month), 1) : startOf(month) }];
    })
    .toSorted((one, other) => one.end.getTime() - other.end.getTime());
}

/** Returns up to when each table has partitions: after that time its default partition takes the rows. */
export async function coveredUntil(
  db: Database | DatabaseTransaction,
): Promise<readonly { readonly table: PartitionedTable; readonly until: Date }[]> {
  const found = [];
  for (const table of partitionedTables) {
    const last = (await partitionsOf(db, table)).at(-1);
    found.push({ table, until: last?.end ?? new Date(0) });
  }
  return found;
}

/**
 * Runs `work` in a transaction that waits at most 0.5 s for a lock and whose statements take at most a second: statements that need the same
 * table wait behind it. Throws PostgreSQL's error otherwise.
 */
export function inShortTransaction<T>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', '500ms', true), set_config('statement_timeout', '1s', true)`.execute(
      trx,
    );
    return work(trx);
  });
}
