import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from './database.ts';
import { isDatabaseUnavailable } from './failures.ts';
import type { Schema } from './schema.ts';

/** Rows of one statement or page: their locks are held for milliseconds. */
export const batchSize = 500;

/** After this time in ms a run ends, and the next one continues: a scheduled task expires after two minutes. */
const runMs = 60_000;

/** Repeats `batch`, which returns its number of rows, while it is full and there is time. Returns the number of all rows. */
export async function repeatFullBatches(
  size: number,
  batch: () => Promise<number>,
  monotonicMs: () => number = () => performance.now(),
): Promise<number> {
  const end = monotonicMs() + runMs;
  let total = 0;
  for (;;) {
    const rows = await batch();
    total += rows;
    if (rows < size || monotonicMs() >= end) return total;
  }
}

type Column<Table extends keyof Schema> = keyof Schema[Table] & string;

/** Which rows of a table are deleted. */
interface DueRows<Table extends keyof Schema> {
  /** The columns of the primary key. */
  readonly key: readonly Column<Table>[];
  /** Further columns of the key, which may be null. */
  readonly nullableKey?: readonly Column<Table>[];
  /** An index begins with this column: the rows are deleted in its order. */
  readonly orderBy: Column<Table>;
  /** The condition, in SQL with the table's name. */
  readonly due: Expression<SqlBool>;
  readonly size?: number;
}

/**
 * Deletes the due rows of a table, each batch in its own transaction. Rows that are locked are left to the transaction that holds them, or
 * to the next run, so that two replicas share the work and none waits. Returns the number of deleted rows.
 */
export function deleteInBatches<Table extends keyof Schema>(
  db: Database,
  table: Table,
  { key, nullableKey = [], orderBy, due, size = batchSize }: DueRows<Table>,
): Promise<number> {
  const columns = sql.join([...key, ...nullableKey].map((column) => sql.ref(column)));
  const pair = (column: string, operator: string) =>
    sql`${sql.ref(`${table}.${column}`)} ${sql.raw(operator)} ${sql.ref(`due.${column}`)}`;
  const isSame = sql.join(
    [
      ...key.map((column) => pair(column, '=')),
      ...nullableKey.map((column) => pair(column, 'is not distinct from')),
    ],
    sql` and `,
  );
  // Materialised: a plan could otherwise run the subquery, and its limit, more than once. The planner expects a full batch and may scan the
  // table for it; the last condition, which is evaluated once and before, prevents that where no row is due.
  const statement = sql`
    with due as materialized (
      select ${columns} from ${sql.table(table)} where ${due} order by ${sql.ref(orderBy)} limit ${size}
      for update skip locked)
    delete from ${sql.table(table)} using due where ${isSame} and exists (select from due)`;
  return repeatFullBatches(size, async () => {
    const { numAffectedRows = 0n } = await statement.execute(db);
    return Number(numAffectedRows);
  });
}

/** A row of due work and its position in the order of the query. */
export interface PagePosition {
  readonly id: string;
  /** The ordering column in PostgreSQL's text form, since a Date has no microseconds. */
  readonly position: string;
}

/** Selects the ordering column of `Placed`. */
export const positionOf = (column: string): RawBuilder<string> => sql<string>`${sql.ref(column)}::text`;

/** The condition that a row comes after another one in the order of a timestamp column and an id column of UUIDs; true for null. */
export function isAfter(column: string, id: string, after: PagePosition | null): RawBuilder<boolean> {
  if (after === null) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(column)}, ${sql.ref(id)}) > (${after.position}::timestamptz, ${after.id}::uuid)`;
}

/**
 * Works on all rows that `page` returns, page by page and one after the other. A row that fails does not stop the others; its error is
 * thrown at the end. Returns the number of rows.
 */
export async function processPages<Row extends PagePosition>(
  page: (after: Row | null, limit: number) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<unknown>,
): Promise<number> {
  let after: Row | null = null;
  const errors: unknown[] = [];
  const total = await repeatFullBatches(batchSize, async () => {
    const rows: readonly Row[] = await page(after, batchSize);
    errors.push(...(await errorsOf(rows, work)));
    after = rows.at(-1) ?? after;
    return rows.length;
  });
  throwFirst(errors, total);
  return total;
}

/** Works on rows one after the other. A row that fails does not stop the others; its error is thrown at the end. */
export async function processRows<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  throwFirst(await errorsOf(rows, work), rows.length);
}

async function errorsOf<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const row of rows) {
    await work(row).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      errors.push(error);
    });
  }
  return errors;
}

function throwFirst(errors: readonly unknown[], rows: number): void {
  if (errors.length > 0)
    throw new Error(`${errors.length} of ${rows} rows failed; the cause is that of the first one`, {
      cause: errors[0],
    });
}
