import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '../batches.ts';
import type { Database } from '../database.ts';
import { isLockTimeout } from '../failures.ts';
import type { Schema } from '../schema.ts';
import { boundAt, startOfMonth } from './month.ts';
import { inShortTransaction, type PartitionedTable, partitionsOf } from './partitions.store.ts';

interface Expired<Table extends keyof Schema> {
  readonly table: PartitionedTable;
  /** The table in Kysely's schema. */
  readonly rows: Table;
  /** The columns that identify a row. */
  readonly key: readonly (keyof Schema[Table] & string)[];
  /** The column of the partitions. */
  readonly by: keyof Schema[Table] & string;
  /** Rows before this time are over; they are deleted at the end of their month. */
  readonly before: Date;
}

/**
 * Drops the partitions whose months are over, and deletes such rows of the first and the default partition in batches. A partition whose
 * lock is not free in half a second is left to the next run. Returns the names of the dropped partitions and the number of deleted rows.
 */
export async function deleteExpired<Table extends keyof Schema>(
  db: Database,
  { table, rows, key, by, before }: Expired<Table>,
): Promise<{ readonly dropped: readonly string[]; readonly deleted: number }> {
  const { dropped, isDone } = await dropExpired(db, table, before);
  if (!isDone) return { dropped, deleted: 0 };
  const due: RawBuilder<boolean> = sql`${sql.ref(by)} < ${boundAt(startOfMonth(before))}`;
  return { dropped, deleted: await deleteInBatches(db, rows, { key, orderBy: by, due }) };
}

/** Drops the partitions of the months before that of `before`, until one is locked; `isDone` is true if none was. */
export async function dropExpired(
  db: Database,
  table: PartitionedTable,
  before: Date,
): Promise<{ readonly dropped: readonly string[]; readonly isDone: boolean }> {
  const dropped: string[] = [];
  for (const { name, end } of await partitionsOf(db, table)) {
    if (end > startOfMonth(before)) break;
    if (!(await dropPartition(db, name))) return { dropped, isDone: false };
    dropped.push(name);
  }
  return { dropped, isDone: true };
}

/** Returns false where the lock was not free. */
async function dropPartition(db: Database, name: string): Promise<boolean> {
  try {
    await inShortTransaction(db, async (trx) => {
      await sql`drop table if exists ${sql.table(name)}`.execute(trx);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
