import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database.ts';
import { isLockTimeout } from '../failures.ts';
import { boundAt, monthOf, startOfMonth } from './month.ts';
import {
  coveredUntil,
  inShortTransaction,
  type PartitionedTable,
  partitionedTables,
  partitionsOf,
} from './partitions.store.ts';

/** Months after the current one that have a partition. */
const monthsAhead = 3;

/** Held while partitions are created: replicas do so one after the other. */
const creationLock = 0x70617274;

/**
 * Creates the partitions of this month and the next three, where they are missing; repeatable, also by several replicas. A month of which
 * the default partition already has rows stays there, and a table whose lock is not free in half a second is left to the next run. Throws
 * when the next month has no partition afterwards. Returns the names of the created ones.
 */
export async function createPartitions(db: Database, now: Date): Promise<readonly string[]> {
  const created: string[] = [];
  for (const table of partitionedTables) {
    for (let later = 0; later <= monthsAhead; later += 1) {
      const name = await createPartition(db, table, startOfMonth(now, later));
      if (name !== null) created.push(name);
    }
  }
  const needed = startOfMonth(now, 2);
  const missing = (await coveredUntil(db)).filter(({ until }) => until < needed);
  if (missing.length > 0)
    throw new Error(
      `${missing.map(({ table }) => table).join(', ')}: there is no partition for the next month; rows go to the default partition`,
    );
  return created;
}

async function createPartition(db: Database, table: PartitionedTable, month: Date): Promise<string | null> {
  const name = `${table}_${monthOf(month)}`;
  const end = startOfMonth(month, 1);
  const isCovered = (partitions: readonly { readonly name: string; readonly end: Date }[]) =>
    partitions.some((one) => one.name === name || (one.name.includes('_before_') && one.end >= end));
  if (isCovered(await partitionsOf(db, table))) return null;
  try {
    return await inShortTransaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${creationLock})`.execute(trx);
      if (isCovered(await partitionsOf(trx, table))) return null;
      await sql`
        create table ${sql.table(name)} (like ${sql.table(table)} including defaults including constraints)`.execute(
        trx,
      );
      // Unlike `create table … partition of`, this does not lock the table against its readers and writers.
      await sql`
        alter table ${sql.table(table)} attach partition ${sql.table(name)}
        for values from (${sql.lit(boundAt(month))}) to (${sql.lit(boundAt(end))})`.execute(trx);
      return name;
    });
  } catch (error) {
    if (isLockTimeout(error) || hasRowsInDefault(error)) return null;
    throw error;
  }
}

/** Whether the default partition has rows of the new one. */
const hasRowsInDefault = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23514';
