import { strToU8, type Zippable, zipSync } from 'fflate';
import { fileNameOf } from './exported-tables.ts';
import { indexPage } from './index-page.ts';
import type { ExportedRows } from './read-export.ts';

/** A ZIP file with one JSON file for each table, and a page that says what is in them and what is not. */
export function archiveOf(
  read: readonly ExportedRows[],
  about: { readonly email: string; readonly at: Date },
): Uint8Array {
  const files: Zippable = { 'index.html': strToU8(indexPage(read, about)) };
  for (const { from, rows } of read) {
    files[fileNameOf(from)] = strToU8(`${JSON.stringify(rows, null, 2)}\n`);
  }
  return zipSync(files, { mtime: about.at });
}
