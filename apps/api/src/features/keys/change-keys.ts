import {
  addKeys,
  createKeys,
  promoteNext,
  readKeyFolder,
  readUnfinishedKeys,
  WrongKeys,
} from '../../platform/keys/key-folder.ts';
import {
  readKeys,
  type Fingerprints,
  type KeyFile,
  keyFiles,
  type KeyTexts,
  makeKey,
  type RotatingKey,
} from '../../platform/keys/keys.ts';
import { recordOperatorAction, type OperatorDeps } from '../operator-commands/index.ts';
import {
  fingerprintsOf,
  isAhead,
  requireNoOthers,
  requireSame,
  requireWhole,
  withoutAhead,
  type Lock,
  removeRecordedCopies,
  withLock,
} from './compare-keys.ts';
import { requireMatchingKeys } from './matching-keys.ts';
import { accountKeysFrom, databaseIdentity, isUsed, recordFingerprints } from './fingerprints.store.ts';

export interface KeysCommandDeps extends OperatorDeps {
  /** `KEYS_DIR`. */
  readonly folder: string;
}

type Locked = KeysCommandDeps & Lock & { readonly database: string };

/**
 * Creates all keys in an empty folder, for a database without recorded keys; completes a run that was interrupted before the database
 * recorded them. Throws `WrongKeys` for any other folder or database.
 */
export async function initKeys(deps: KeysCommandDeps): Promise<void> {
  await change(deps, async (locked) => {
    const { folder, clock, recorded, trx, database } = locked;
    if (recorded.size > 0) await refuseOwnKeys(folder, recorded);
    if (recorded.size > 0 || (await isUsed(trx)))
      throw new WrongKeys(
        'This database already has keys: restore their folder from its backup and set KEYS_DIR to it',
      );
    await record(
      locked,
      'init_keys',
      fingerprintsOf(folder, await createKeys(folder, database, clock.now())),
    );
  });
}

/** An interrupted run whose keys are recorded in the database has nothing left to do. */
async function refuseOwnKeys(folder: string, recorded: Fingerprints): Promise<void> {
  const found = await foundIn(folder);
  if (!keyFiles.every((file) => found.has(file) && found.get(file) === recorded.get(file))) return;
  throw new WrongKeys(`This database already has keys, in ${folder}: nothing was created`);
}

/** Makes the next key the current one and creates a new next one; completes a rotation that was interrupted, or begun by renaming. */
export async function rotateKey(deps: KeysCommandDeps, name: RotatingKey): Promise<void> {
  await change(deps, async (locked) => {
    const { folder, recorded, database } = locked;
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
      await addKeys(folder, database, new Map([[next, await makeKey(next, locked.clock.now())]]));
    const found = await foundIn(folder);
    requireWhole(folder, found, true);
    await record(locked, 'rotate_key', found, name);
  });
}

/**
 * Creates the keys that the folder lacks, if no backup has them; completes an interrupted run with the keys that it made. Returns the names
 * of their files.
 */
export async function replaceLostKeys(deps: KeysCommandDeps): Promise<readonly string[]> {
  return change(deps, async (locked) => {
    const { folder, recorded, clock, trx, database } = locked;
    const started = await unrecordedKeys(locked);
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
      await requireMatchingKeys(
        trx,
        folder,
        readKeys(new Map([...kept, ...made]), await accountKeysFrom(trx)),
        lost,
      );
    await addKeys(folder, database, made);
    await record(locked, 'replace_lost_keys', await foundIn(folder), lost.join(', '));
    return lost;
  });
}

/** Returns the keys of a run that was interrupted before the database recorded them. */
async function unrecordedKeys({ folder, database, recorded }: Locked): Promise<KeyTexts> {
  const texts = await readUnfinishedKeys(folder, database);
  const found = fingerprintsOf(folder, texts);
  return new Map([...texts].filter(([file]) => found.get(file) !== recorded.get(file)));
}

/**
 * Changes keys, one process at a time. Copies are removed once the database has recorded their keys, so in another transaction, or by the
 * next command if the process ended before that.
 */
async function change<T>(deps: KeysCommandDeps, work: (locked: Locked) => Promise<T>): Promise<T> {
  const { db, folder } = deps;
  const done = await withLock(db, async (lock) => {
    await removeRecordedCopies(folder, lock);
    return work({ ...deps, ...lock, database: await databaseIdentity(lock.trx) });
  });
  await withLock(db, (lock) => removeRecordedCopies(folder, lock));
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
  await recordOperatorAction(trx, { operator, action, details: keys === undefined ? {} : { keys }, now });
}
