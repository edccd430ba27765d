import { accountTables } from './tables/account.ts';
import { machineTables } from './tables/machines.ts';
import { paymentTables } from './tables/payments.ts';
import { goodsTables } from './tables/goods.ts';
import { supportTables } from './tables/support.ts';
import type { ExportedTable } from './tables/exported-table.ts';

export type { ExportedTable };

/** The name of a table's file: `Payment notifications` → `payment-notifications.json`. */
export const fileNameOf = ({ title }: ExportedTable): string =>
  `${title.toLowerCase().replaceAll(' ', '-')}.json`;

/** What a person gets, file by file. A test holds this to the database's tables and columns. */
export const exportedTables: readonly ExportedTable[] = [
  ...accountTables,
  ...machineTables,
  ...paymentTables,
  ...goodsTables,
  ...supportTables,
];
