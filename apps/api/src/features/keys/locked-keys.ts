import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Fingerprints } from '../../platform/keys/key-files.ts';
import { finishKeys, readCopies, readKeyFolder } from '../../platform/keys/key-folder.ts';
import { fingerprintsOf } from './compare-keys.ts';
import { lockKeys, recordedFingerprints } from './fingerprints.store.ts';

/** What a process holds while no other one changes the keys of its database. */
export interface Lock {
  readonly trx: DatabaseTransaction;
  readonly recorded: Fingerprints;
}

export async function withLock<T>(db: Database, work: (lock: Lock) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    return work({ trx, recorded: await recordedFingerprints(trx) });
  });
}

/**
 * Removes the copies that a command keeps of new keys, if each is in its place and recorded: others belong to a run that was interrupted, and
 * complete it.
 */
export async function removeRecordedCopies(folder: string, { recorded }: Lock): Promise<void> {
  const copies = await readCopies(folder);
  const placed = await readKeyFolder(folder);
  if (![...copies].every(([file, text]) => placed.get(file) === text)) return;
  const found = fingerprintsOf(folder, copies);
  if ([...found].every(([file, one]) => recorded.get(file) === one)) await finishKeys(folder);
}
