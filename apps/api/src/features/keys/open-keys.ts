import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { Database } from '../../platform/database/database.ts';
import { readCopies, readKeyFolder, WrongKeys } from '../../platform/keys/key-folder.ts';
import { type Keys, readKeys, type Fingerprints, type KeyTexts } from '../../platform/keys/keys.ts';
import { fingerprintsOf, requireSame, requireWhole, removeRecordedCopies, withLock } from './compare-keys.ts';
import { requireMatchingKeys } from './matching-keys.ts';
import { accountKeysFrom, isUsed, recordedFingerprints, recordFingerprints } from './fingerprints.store.ts';

export interface KeysDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** `KEYS_DIR`. */
  readonly folder: string;
}

/**
 * Reads the keys in `folder` and compares them with the fingerprints in the database. A database without fingerprints (new, or older than
 * migration 0060) records those of the folder. Removes the copies left by an interrupted command. Throws `WrongKeys`; never creates a key.
 */
export async function openKeys(deps: KeysDeps): Promise<Keys> {
  const texts = await readKeyFolder(deps.folder);
  const found = fingerprintsOf(deps.folder, texts);
  const recorded = await recordedFingerprints(deps.db);
  if (recorded.size > 0) requireSame(deps.folder, found, recorded);
  const keys =
    recorded.size > 0 ? readKeys(texts, await accountKeysFrom(deps.db)) : await adoptKeys(deps, texts, found);
  await removeCopies(deps);
  return keys;
}

/** As `openKeys`, but changes nothing. Throws `WrongKeys` also where the database has recorded no keys. */
export async function compareKeys(db: Database, folder: string): Promise<void> {
  const found = fingerprintsOf(folder, await readKeyFolder(folder));
  const recorded = await recordedFingerprints(db);
  if (recorded.size > 0) return requireSame(folder, found, recorded);
  requireWhole(folder, found, await isUsed(db));
  throw new WrongKeys(`The database has recorded no keys yet: run the command keys check`);
}

/** A process without write access to the folder continues: the log reports the remaining copies. */
async function removeCopies({ db, folder, log }: KeysDeps): Promise<void> {
  try {
    if ((await readCopies(folder)).size > 0) await withLock(db, (lock) => removeRecordedCopies(folder, lock));
  } catch (error) {
    log.warn({ folder, err: error }, 'the copies of keys that a command left in .new could not be removed');
  }
}

async function adoptKeys(
  { db, clock, log, folder }: KeysDeps,
  texts: KeyTexts,
  found: Fingerprints,
): Promise<Keys> {
  return withLock(db, async ({ trx, recorded }) => {
    if (recorded.size > 0) {
      requireSame(folder, found, recorded);
      return readKeys(texts, await accountKeysFrom(trx));
    }
    requireWhole(folder, found, await isUsed(trx));
    const keys = readKeys(texts, await accountKeysFrom(trx));
    await requireMatchingKeys(trx, folder, keys);
    await recordFingerprints(trx, found, clock.now());
    log.warn(
      { folder, keys: found.size },
      'the database had no key fingerprints: recorded those of this folder',
    );
    return keys;
  });
}
