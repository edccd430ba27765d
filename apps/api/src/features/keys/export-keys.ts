import { open, readFile, stat } from 'node:fs/promises';
import { openBundle, sealBundle } from '../../platform/keys/key-bundle.ts';
import {
  addKeys,
  finishKeys,
  readKeyFolder,
  replaceKeys,
  WrongKeys,
} from '../../platform/keys/key-folder.ts';
import { type Fingerprints, keyFiles, rotatingKeys } from '../../platform/keys/keys.ts';
import { recordOperatorAction } from '../operator-commands/index.ts';
import type { KeysCommandDeps } from './change-keys.ts';
import { fingerprintsOf, requireSame, requireWhole, withLock } from './compare-keys.ts';
import { databaseIdentity } from './fingerprints.store.ts';

/** Throws `WrongKeys` for an existing file, so that a command stops before it changes keys. */
export async function requireNewFile(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) throw existing(path);
}

const existing = (path: string) => new WrongKeys(`${path} exists already: choose a new file`);

/**
 * Writes the keys of the folder into a new file, encrypted under a passphrase. Throws `WrongKeys` unless they are those of the database, and
 * for an existing file.
 */
export async function exportKeys(deps: KeysCommandDeps, file: string, passphrase: string): Promise<void> {
  const { db, folder, operator, clock } = deps;
  await withLock(db, async ({ trx, recorded }) => {
    const texts = await readKeyFolder(folder);
    requireSame(folder, fingerprintsOf(folder, texts), recorded);
    await writeNew(file, await sealBundle(texts, passphrase));
    await recordOperatorAction(trx, { operator, action: 'export_keys', details: {}, now: clock.now() });
  });
}

/** What an import did. */
export type Imported = 'created' | 'updated' | 'unchanged';

/**
 * Places the keys of a bundle in the folder: all in an empty one, or those that were rotated since. Any other key that the folder has is
 * never replaced. Throws `WrongKeys` then, for a bundle that is incomplete, and for one of another database or from before a rotation.
 */
export async function importKeys(deps: KeysCommandDeps, file: string, passphrase: string): Promise<Imported> {
  const { db, folder, operator, clock } = deps;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new WrongKeys(`${file} cannot be read`, { cause: error });
  });
  const texts = await openBundle(text, passphrase);
  const found = fingerprintsOf(file, texts);
  requireWhole(file, found, true);
  return withLock(db, async ({ trx, recorded }) => {
    if (recorded.size > 0) requireSame(file, found, recorded);
    const present = fingerprintsOf(folder, await readKeyFolder(folder));
    const differing = keyFiles.filter((name) => present.get(name) !== found.get(name));
    if (differing.length === 0) return 'unchanged';
    const details = { keys: differing.join(', ') };
    await recordOperatorAction(trx, { operator, action: 'import_keys', details, now: clock.now() });
    if (present.size === 0) {
      await addKeys(folder, await databaseIdentity(trx), texts);
      await finishKeys(folder);
      return 'created';
    }
    const replaceable = replaceableKeys(present, found);
    const others = differing.filter((name) => !replaceable.has(name));
    if (others.length > 0)
      throw new WrongKeys(
        `${folder} holds another ${others.join(', ')} than the bundle: move the folder away and repeat the import`,
      );
    await replaceKeys(folder, new Map([...texts].filter(([name]) => differing.includes(name))));
    return 'updated';
  });
}

/** Returns the files of keys whose current one in the bundle is the folder's next: they were rotated once since. */
function replaceableKeys(present: Fingerprints, found: Fingerprints): ReadonlySet<string> {
  return new Set(
    rotatingKeys
      .filter((name) => present.get(`${name}-next.pem`) === found.get(`${name}.pem`))
      .flatMap((name) => [`${name}.pem`, `${name}-next.pem`]),
  );
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw exists ? existing(path) : new WrongKeys(`${path} cannot be written`, { cause: error });
  });
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
