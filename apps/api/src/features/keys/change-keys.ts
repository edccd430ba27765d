import type { DatabaseTransaction } from '../../platform/database/database.ts';
import {
  type Fingerprints,
  type KeyFile,
  keyFiles,
  type KeyTexts,
  makeKey,
  type RotatingKey,
} from '../../platform/keys/key-files.ts';
import {
  addKeys,
  createKeys,
  finishKeys,
  promoteNext,
  readKeyFolder,
  readUnfinishedKeys,
} from '../../platform/keys/key-folder.ts';
import { readKeys } from '../../platform/keys/keys.ts';
import { WrongKeys } from '../../platform/keys/wrong-keys.ts';
import { noteAction, type OperatorDeps } from '../operator/index.ts';
import {
  fingerprintsOf,
  isAhead,
  requireNoOthers,
  requireSame,
  requireWhole,
  withoutAhead,
} from './compare-keys.ts';
import { requireUncontradicted } from './contradicted-keys.ts';
import { isUsed, lockKeys, recordedFingerprints, recordFingerprints } from './fingerprints.store.ts';

export interface KeysCommandDeps extends OperatorDeps {
  /** `KEYS_DIR`. */
  readonly folder: string;
}

type Locked = KeysCommandDeps & { readonly trx: DatabaseTransaction; readonly recorded: Fingerprints };

/**
 * Creates all keys in an empty folder, for a database that is used with none; completes a run that was interrupted before the database knew
 * them. Throws `WrongKeys` for any other folder or database.
 */
export async function initKeys(deps: KeysCommandDeps): Promise<void> {
  await withLock(deps, async (locked) => {
    const { folder, clock, recorded, trx } = locked;
    if (recorded.size > 0) await refuseOwnKeys(folder, recorded);
    if (recorded.size > 0 || (await isUsed(trx)))
      throw new WrongKeys(
        'This database is used with keys already: restore their folder from its backup, and name it in KEYS_DIR',
      );
    await record(locked, 'init_keys', fingerprintsOf(folder, await createKeys(folder, clock.now())));
  });
}

/** A run that was interrupted after the database knew its keys has nothing left to do. */
async function refuseOwnKeys(folder: string, recorded: Fingerprints): Promise<void> {
  const found = await foundIn(folder);
  if (!keyFiles.every((file) => found.has(file) && found.get(file) === recorded.get(file))) return;
  throw new WrongKeys(`This database is used with keys already, those in ${folder}: nothing was created`);
}

/** Makes the next key the current one and creates another next one; completes a rotation that was interrupted, or begun by renaming. */
export async function rotateKey(deps: KeysCommandDeps, name: RotatingKey): Promise<void> {
  await withLock(deps, async (locked) => {
    const { folder, recorded } = locked;
    const before = await foundIn(folder);
    const next = `${name}-next.pem` as const;
    if (isAhead(name, before, recorded)) {
      requireNoOthers(folder, withoutAhead(before, recorded), recorded);
    } else {
      if (recorded.size === 0)
        throw new WrongKeys('The database has no fingerprints yet: run keys check first');
      requireSame(folder, before, recorded);
      await promoteNext(folder, name);
    }
    const promoted = await foundIn(folder);
    if (!promoted.has(next))
      await addKeys(folder, new Map([[next, await makeKey(next, locked.clock.now())]]));
    const found = await foundIn(folder);
    requireWhole(folder, found, true);
    await record(locked, 'rotate_key', found, name);
  });
}

/**
 * Creates the keys that the folder lacks, where no backup has them; completes a run that was interrupted with the keys that it made. Returns
 * the names of their files.
 */
export async function replaceLostKeys(deps: KeysCommandDeps): Promise<readonly string[]> {
  return withLock(deps, async (locked) => {
    const { folder, recorded, clock, trx } = locked;
    const started = await unrecordedKeys(folder, recorded);
    const kept = new Map([...(await readKeyFolder(folder))].filter(([file]) => !started.has(file)));
    const before = fingerprintsOf(folder, kept);
    if (recorded.size === 0 && !(await isUsed(trx))) requireWhole(folder, before, false);
    if (recorded.size > 0) requireNoOthers(folder, before, recorded);
    const lost = keyFiles.filter((file) => !kept.has(file));
    if (lost.length === 0)
      throw new WrongKeys(`${folder} lacks no key: move a file that is damaged out of it`);
    const made = new Map<KeyFile, string>();
    for (const file of lost) made.set(file, started.get(file) ?? (await makeKey(file, clock.now())));
    if (recorded.size === 0)
      await requireUncontradicted(trx, folder, readKeys(new Map([...kept, ...made])), lost);
    await addKeys(folder, made);
    await record(locked, 'replace_lost_keys', await foundIn(folder), lost.join(', '));
    return lost;
  });
}

/** The keys of a run that was interrupted before the database knew them. */
async function unrecordedKeys(folder: string, recorded: Fingerprints): Promise<KeyTexts> {
  const texts = await readUnfinishedKeys(folder);
  const found = fingerprintsOf(folder, texts);
  return new Map([...texts].filter(([file]) => found.get(file) !== recorded.get(file)));
}

/** Changes keys, one process at a time; once the database knows them, nothing is left to complete. */
async function withLock<T>(deps: KeysCommandDeps, work: (locked: Locked) => Promise<T>): Promise<T> {
  const done = await deps.db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    return work({ ...deps, trx, recorded: await recordedFingerprints(trx) });
  });
  await finishKeys(deps.folder);
  return done;
}

async function foundIn(folder: string): Promise<Fingerprints> {
  return fingerprintsOf(folder, await readKeyFolder(folder));
}

async function record(
  { trx, clock, operator }: Locked,
  action: 'init_keys' | 'rotate_key' | 'replace_lost_keys',
  found: Fingerprints,
  keys?: string,
): Promise<void> {
  const now = clock.now();
  await recordFingerprints(trx, found, now);
  await noteAction(trx, { operator, action, details: keys === undefined ? {} : { keys }, now });
}
