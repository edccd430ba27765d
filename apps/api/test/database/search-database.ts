import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/** A column of any table, without views and system catalogues. */
interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Returns every column of every table, including those of the job queue; a partitioned table has the rows of its partitions. */
export async function columnsOf(db: Database): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and not exists (select from pg_inherits where inhrelid = format('%I.%I', c.table_schema, c.table_name)::regclass)
    order by 1, 2, c.ordinal_position`.execute(db.withoutPlugins());
  return rows;
}

/**
 * Returns the columns, as `schema.table.column`, with a value that contains one of the needles in any case: as text, inside JSON
 * or an array, or as raw bytes. A uuid is searched in all spellings.
 */
export async function columnsContaining(
  db: Database,
  ...needles: readonly string[]
): Promise<readonly string[]> {
  const spellings = needles
    .flatMap((needle) => [needle, needle.replaceAll('-', '')])
    .map((text) => text.toLowerCase());
  const bytes = spellings.flatMap((text) => [
    Buffer.from(text).toString('hex'),
    ...(/^[0-9a-f]{32}$/.test(text) ? [text] : []),
  ]);
  const found: string[] = [];
  for (const { schema, table, column, type } of await columnsOf(db)) {
    const value = sql.ref(column);
    const hay = type === 'bytea' ? sql`encode(${value}, 'hex')` : sql`lower(${value}::text)`;
    const wanted = type === 'bytea' ? bytes : [...spellings, ...bytes];
    const { rows } = await sql<{ hit: boolean }>`
      select exists (
        select from ${sql.table(`${schema}.${table}`)}
        where exists (select from unnest(${wanted}::text[]) as needle where position(needle in ${hay}) > 0)
      ) as hit`.execute(db.withoutPlugins());
    if (rows[0]?.hit === true) found.push(`${schema}.${table}.${column}`);
  }
  return found;
}
