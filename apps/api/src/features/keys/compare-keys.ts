import {
  type Fingerprints,
  fingerprintOf,
  type KeyFile,
  keyFiles,
  type KeyTexts,
  type RotatingKey,
  rotatingKeys,
} from '../../platform/keys/keys.ts';
import { WrongKeys, finishKeys, readCopies, readKeyFolder } from '../../platform/keys/key-folder.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { lockKeys, recordedFingerprints } from './fingerprints.store.ts';

const restore = 'restore the folder from its backup, or name the right one in KEYS_DIR';

/** Throws `WrongKeys` for a damaged file. */
export function fingerprintsOf(folder: string, texts: KeyTexts): Fingerprints {
  return new Map(
    [...texts].map(([file, text]) => {
      try {
        return [file, fingerprintOf(file, text)];
      } catch (error) {
        throw new WrongKeys(`${file} in ${folder} is damaged: ${restore}`, { cause: error });
      }
    }),
  );
}

/** Throws `WrongKeys` if a folder lacks keys; `isUsed` states whether the database depends on earlier keys. */
export function requireWhole(folder: string, found: Fingerprints, isUsed: boolean): void {
  if (found.size === 0 && isUsed)
    throw new WrongKeys(`${folder} holds no keys, and this database is used with keys: ${restore}`);
  if (found.size === 0)
    throw new WrongKeys(`${folder} holds no keys: create them once with the command keys init`);
  const missing = keyFiles.filter((file) => !found.has(file));
  const remedy = isUsed ? restore : `${restore}; where keys init was interrupted, run it again`;
  if (missing.length > 0) throw new WrongKeys(`${folder} lacks ${missing.join(', ')}: ${remedy}`);
}

/** Throws `WrongKeys` unless a folder has exactly the recorded keys. */
export function requireSame(folder: string, found: Fingerprints, recorded: Fingerprints): void {
  const ahead = rotatingKeys.find((name) => isAhead(name, found, recorded));
  if (ahead !== undefined)
    throw new WrongKeys(
      `${ahead}.pem in ${folder} was replaced and this database does not know it yet: run the command keys rotate ${ahead}`,
    );
  requireWhole(folder, found, true);
  requireNoOthers(folder, found, recorded);
}

/** As `requireSame`, but only for the keys that are present. */
export function requireNoOthers(folder: string, found: Fingerprints, recorded: Fingerprints): void {
  const others = othersIn(found, recorded);
  if (others.length > 0) throw otherKeys(folder, others);
}

/** The error for a folder whose key files `others` do not match the database. */
export function otherKeys(folder: string, others: readonly KeyFile[]): WrongKeys {
  const which =
    others.length === keyFiles.length
      ? `The keys in ${folder} don’t match this database`
      : `${folder} holds another ${others.join(', ')} than this database is used with`;
  return new WrongKeys(`${which}: ${restore}`);
}

function othersIn(found: Fingerprints, recorded: Fingerprints): readonly KeyFile[] {
  return keyFiles.filter((file) => found.has(file) && found.get(file) !== recorded.get(file));
}

/** Returns whether the folder has a key's successor and the database does not: a rotation was interrupted, or the database is older. */
export function isAhead(name: RotatingKey, found: Fingerprints, recorded: Fingerprints): boolean {
  const current = found.get(`${name}.pem`);
  const isPromoted = current !== undefined && current === recorded.get(`${name}-next.pem`);
  return isPromoted && current !== recorded.get(`${name}.pem`);
}

/** Returns the found keys without those that are ahead of the database. */
export function withoutAhead(found: Fingerprints, recorded: Fingerprints): Fingerprints {
  const ahead = rotatingKeys
    .filter((name) => isAhead(name, found, recorded))
    .flatMap((name): KeyFile[] => [`${name}.pem`, `${name}-next.pem`]);
  return new Map([...found].filter(([file]) => !ahead.includes(file)));
}

/** Held by a process while no other process changes the keys of its database. */
export interface Lock {
  readonly trx: DatabaseTransaction;
  readonly recorded: Fingerprints;
}

/** Runs `work` in a transaction that holds the lock of the database's keys. */
export async function withLock<T>(db: Database, work: (lock: Lock) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    return work({ trx, recorded: await recordedFingerprints(trx) });
  });
}

/**
 * Removes a command's copies of new keys if each key is in the folder and recorded: other copies belong to an interrupted run and complete
 * it.
 */
export async function removeRecordedCopies(folder: string, { recorded }: Lock): Promise<void> {
  const copies = await readCopies(folder);
  const placed = await readKeyFolder(folder);
  if (![...copies].every(([file, text]) => placed.get(file) === text)) return;
  const found = fingerprintsOf(folder, copies);
  if ([...found].every(([file, one]) => recorded.get(file) === one)) await finishKeys(folder);
}

/** Compares the keys that a process has loaded with those that the database records now. */
export async function staleKeys(
  db: Database,
  loaded: Fingerprints,
): Promise<{ readonly problem: string | null; readonly isOther: boolean }> {
  const recorded = await recordedFingerprints(db);
  const different = keyFiles.filter((file) => loaded.get(file) !== recorded.get(file));
  if (different.length === 0) return { problem: null, isOther: false };
  // The recorded keys are ahead of the loaded ones: the same comparison from the other side.
  const rotated = rotatingKeys
    .filter((name) => isAhead(name, recorded, loaded))
    .flatMap((name) => [`${name}.pem`, `${name}-next.pem`]);
  if (different.every((file) => rotated.includes(file)))
    return { problem: `${different.join(', ')} were rotated: restart this process`, isOther: false };
  return { problem: 'The loaded keys are not those of this database', isOther: true };
}
