import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { repeatFullBatches } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import { readEntries, sumsOf, writeEntries } from './archived-entries.ts';
import { type Archive, beginArchive, deleteArchive, finishArchive, oldestEntries } from './archives.store.ts';

/** Where old entries of the ledger are stored, and how many full months they stay in the database; null: none move. */
export interface LedgerArchive {
  readonly store: BlobStore;
  readonly afterMonths: number | null;
}

interface MoveDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ledgerArchive: LedgerArchive | null;
}

/** Years for which books are kept, from the end of the year of the entry (§ 147 AO, paragraphs 3 and 4). */
const keptYears = 10;

/** Returns the first day of which entries are kept: `2016-01-01`. */
export const keptFrom = (now: Date): string => `${now.getUTCFullYear() - keptYears}-01-01`;

/** Obsolete files that one run deletes. */
const maxDeleted = 20;

/** Entries of a file: the transaction that removes them takes less than a second. */
const usualSize = 5_000;

/**
 * Moves entries of removed accounts, oldest first, into Parquet files of one month each: those of months that ended `afterMonths` full
 * months ago. A file is recorded, written, read back and compared before its entries are removed, all of them in one transaction, so a move
 * that is interrupted anywhere leaves every entry in the database or in a recorded file, never in both. Also deletes files of interrupted
 * moves, and those whose ten years are over. Returns the number of moved entries.
 */
export async function moveEntries(
  { db, clock, ledgerArchive }: MoveDeps,
  size: number = usualSize,
): Promise<number> {
  if (ledgerArchive === null) return 0;
  const { store, afterMonths } = ledgerArchive;
  const now = clock.now();
  const obsolete = { now, before: keptFrom(now) };
  for (let files = 0; files < maxDeleted; files += 1)
    if (!(await deleteArchive(db, obsolete, (key) => store.delete(key)))) break;
  if (afterMonths === null) return 0;
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - afterMonths, 1));
  let moved = 0;
  await repeatFullBatches(1, async () => {
    const entries = await moveFile({ db, store, now }, before, size);
    moved += entries;
    return entries > 0 ? 1 : 0;
  });
  return moved;
}

async function moveFile(
  { db, store, now }: { readonly db: Database; readonly store: BlobStore; readonly now: Date },
  before: Date,
  size: number,
): Promise<number> {
  const entries = await oldestEntries(db, before, size);
  const [first] = entries;
  if (first === undefined) return 0;
  const month = first.bookedAt.toISOString().slice(0, 7);
  const file = writeEntries(entries);
  const sha256 = sha256Of(file);
  const key = `ledger/${month}/${randomUUID()}.parquet`;
  const archive = { key, sha256, month: `${month}-01`, entries: entries.length };
  const id = await beginArchive(db, { ...archive, now });
  await store.put(key, file);
  const stored = await readArchive(store, archive);
  if (JSON.stringify(sumsOf(stored)) !== JSON.stringify(sumsOf(entries)))
    throw new Error(`${key} does not have the sums of its entries`);
  await finishArchive(db, id, stored, now);
  return entries.length;
}

const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Reads a file; throws where it is missing or was changed. */
export async function readArchive(store: BlobStore, { key, sha256 }: Pick<Archive, 'key' | 'sha256'>) {
  const file = await store.get(key);
  if (file === null) throw new Error(`${key} is missing in the archive of the ledger`);
  if (!sha256Of(file).equals(sha256)) throw new Error(`${key} in the archive of the ledger was changed`);
  return readEntries(file);
}
