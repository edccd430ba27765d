import type { Clock } from '@comet/foundation';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { readKeyFolder } from '../../platform/keys/key-folder.ts';
import type { Fingerprints, KeyTexts } from '../../platform/keys/key-files.ts';
import { type Keys, readKeys } from '../../platform/keys/keys.ts';
import { fingerprintsOf, requireSame, requireWhole } from './compare-keys.ts';
import { requireUncontradicted } from './contradicted-keys.ts';
import { isUsed, lockKeys, recordedFingerprints, recordFingerprints } from './fingerprints.store.ts';

export interface KeysDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** `KEYS_DIR`. */
  readonly folder: string;
}

/**
 * Reads the keys in `folder` and compares them with the fingerprints in the database. A database without fingerprints (new, or older than
 * migration 0060) records those of the folder. Throws `WrongKeys`; never creates a key.
 */
export async function openKeys(deps: KeysDeps): Promise<Keys> {
  const texts = await readKeyFolder(deps.folder);
  const found = fingerprintsOf(deps.folder, texts);
  const recorded = await recordedFingerprints(deps.db);
  if (recorded.size === 0) return adoptKeys(deps, texts, found);
  requireSame(deps.folder, found, recorded);
  return readKeys(texts);
}

async function adoptKeys(
  { db, clock, log, folder }: KeysDeps,
  texts: KeyTexts,
  found: Fingerprints,
): Promise<Keys> {
  return db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    const recorded = await recordedFingerprints(trx);
    if (recorded.size > 0) {
      requireSame(folder, found, recorded);
      return readKeys(texts);
    }
    requireWhole(folder, found, await isUsed(trx));
    const keys = readKeys(texts);
    await requireUncontradicted(trx, folder, keys);
    await recordFingerprints(trx, found, clock.now());
    log.warn(
      { folder, keys: found.size },
      'the database had no fingerprints of keys: from now on it takes those of this folder alone',
    );
    return keys;
  });
}
