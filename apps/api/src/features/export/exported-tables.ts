import { accountTables, supportTables } from './tables/account.ts';
import { deviceTables } from './tables/devices.ts';
import { paymentTables } from './tables/payments.ts';
import { purchaseTables } from './tables/purchases.ts';
import type { ExportedTable } from './tables/exported-table.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type AttachmentDeps, contentOf } from '../support-tickets/index.ts';

export type { ExportedTable };

/** Returns the file name of a table: `Payment notifications` → `payment-notifications.json`. */
export const fileNameOf = ({ title }: ExportedTable): string =>
  `${title.toLowerCase().replaceAll(' ', '-')}.json`;

/** The exported tables, one file each. A test compares them with the database's tables and columns. */
export const exportedTables: readonly ExportedTable[] = [
  ...accountTables,
  ...deviceTables,
  ...paymentTables,
  ...purchaseTables,
  ...supportTables,
];

/** A person's rows of one table, with the database's column names. */
export interface ExportedRows {
  readonly from: ExportedTable;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Reads all exportable data about a person, as of one point in time. Throws if stored attachments cannot be read. */
export async function readExport(deps: AttachmentDeps, userId: string): Promise<readonly ExportedRows[]> {
  const read = await readTables(deps.db, userId);
  return Promise.all(read.map((one) => withContents(deps, one)));
}

/** Adds the contents of attachments that are in the blob store. */
async function withContents(deps: AttachmentDeps, { from, rows }: ExportedRows): Promise<ExportedRows> {
  if (from.table !== 'ticket_attachments') return { from, rows };
  const complete: ExportedRows['rows'][number][] = [];
  for (const row of rows) {
    const content =
      row['content'] ??
      (await contentOf(deps, { id: String(row['id']), content: null }))?.toString('base64') ??
      null;
    complete.push({ ...row, content });
  }
  return { from, rows: complete };
}

function readTables(db: Database, userId: string): Promise<readonly ExportedRows[]> {
  return db
    .withoutPlugins()
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const read: ExportedRows[] = [];
      for (const from of exportedTables) {
        const owned = from.owned?.(userId) ?? sql<boolean>`user_id = ${userId}`;
        const { rows } = await sql<Record<string, unknown>>`
          select ${sql.join(from.columns.map((column) => sql.ref(column)))}
          from ${sql.table(from.table)} where ${owned} order by 1`.execute(trx);
        read.push({ from, rows: rows.map(inJson) });
      }
      return read;
    });
}

/** JSON has no byte type: bytes become base64. */
function inJson(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  );
}
