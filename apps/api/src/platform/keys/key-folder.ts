import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type KeyFile, keyFiles, type KeyTexts, makeKeys } from './keys.ts';

/**
 * The keys in `KEYS_DIR` cannot be used with this database: the message is one sentence for the operator, with the reason and what to do.
 */
export class WrongKeys extends Error {}

/** Holds copies of new keys until the database records them, and the name of that database. */
const unfinished = '.new';
const databaseFile = 'database';

/** Reads the keys in a folder: none if there is no folder. Throws `WrongKeys` for files that are unreadable or not private. */
export async function readKeyFolder(folder: string): Promise<KeyTexts> {
  await requirePrivate(folder, 'folder');
  const texts = new Map<KeyFile, string>();
  for (const file of keyFiles) {
    const text = await requirePrivate(join(folder, file), 'file');
    if (text !== null) texts.set(file, text);
  }
  return texts;
}

/**
 * Creates all keys in a folder that has none, as `addKeys` does. A run that was interrupted before the first was in place is restarted; one
 * for the same database that was interrupted later is completed with its own keys. Returns the resulting keys. Throws `WrongKeys` where the
 * folder has others.
 */
export async function createKeys(folder: string, database: string, now: Date): Promise<KeyTexts> {
  const placed = await readKeyFolder(folder);
  const unfinishedKeys = await readUnfinishedKeys(folder, database);
  const isResumed = keyFiles.every((file) => unfinishedKeys.has(file));
  if (placed.size > 0 && !isResumed)
    throw new WrongKeys(`${folder} holds keys already: keys are created once, in an empty folder`);
  await addKeys(folder, database, isResumed ? unfinishedKeys : await makeKeys(now));
  return readKeyFolder(folder);
}

/**
 * Adds keys to a folder, each 0600 in a folder of 0700; an existing file is never replaced. All of them are written under `.new` before the
 * first is put in place, and stay there until `finishKeys`, which marks an interrupted run. `database` identifies the database that will
 * record them.
 */
export async function addKeys(folder: string, database: string, texts: KeyTexts): Promise<void> {
  const draft = join(folder, unfinished);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const placed = await readKeyFolder(folder);
  const started = await readUnfinishedKeys(folder, database);
  if (![...texts].every(([file, text]) => started.get(file) === text)) {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    const files = [...texts, [databaseFile, database] as const];
    await Promise.all(files.map(([file, text]) => writeDurably(join(draft, file), text)));
    await syncFolder(draft);
  }
  // A link never replaces.
  for (const [file, text] of texts)
    if (placed.get(file) !== text) await link(join(draft, file), join(folder, file));
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

/**
 * Reads the keys of an interrupted `addKeys` for this database, whether placed or not yet. None if it was interrupted before the first was
 * placed.
 */
export async function readUnfinishedKeys(folder: string, database: string): Promise<KeyTexts> {
  const placed = await readKeyFolder(folder);
  const drafted = [...(await readCopies(folder))];
  if ((await requirePrivate(join(folder, unfinished, databaseFile), 'file')) !== database) return new Map();
  if (!drafted.some(([file, text]) => placed.get(file) === text)) return new Map();
  return new Map(drafted.filter(([file, text]) => (placed.get(file) ?? text) === text));
}

/** Reads the copies that `addKeys` keeps for an interrupted run, for any database. */
export async function readCopies(folder: string): Promise<KeyTexts> {
  return readKeyFolder(join(folder, unfinished));
}

/** Removes the copies that `addKeys` keeps for an interrupted run. Call it after the database has recorded the keys. */
export async function finishKeys(folder: string): Promise<void> {
  await rm(join(folder, unfinished), { recursive: true, force: true });
}

/** Replaces keys, each atomically, in the order of `keyFiles`: current keys before the next ones. */
export async function replaceKeys(folder: string, texts: KeyTexts): Promise<void> {
  for (const file of keyFiles) {
    const text = texts.get(file);
    if (text === undefined) continue;
    const draft = join(folder, `.${file}.import`);
    await rm(draft, { force: true });
    await writeDurably(draft, text);
    await rename(draft, join(folder, file));
    await syncFolder(folder);
  }
}

/** Makes the next key the current one. The next is missing until it is added. */
export async function promoteNext(folder: string, name: string): Promise<void> {
  await rename(join(folder, `${name}-next.pem`), join(folder, `${name}.pem`));
  await syncFolder(folder);
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the text of a file, '' for a folder, or null if it does not exist. Root's files may be group-readable, as in PostgreSQL. */
async function requirePrivate(path: string, kind: 'file' | 'folder'): Promise<string | null> {
  try {
    const handle = await open(path, 'r');
    try {
      const { mode, uid } = await handle.stat();
      const isSticky = (mode & 0o1000) !== 0;
      const tooMany = kind === 'folder' ? (isSticky ? 0 : 0o022) : uid === 0 ? 0o037 : 0o077;
      if ((mode & tooMany) !== 0)
        throw new WrongKeys(
          `${path} is open to other users (mode ${(mode & 0o777).toString(8)}): set it with chmod ${kind === 'file' ? '600' : '700'}`,
        );
      return kind === 'file' ? await handle.readFile('utf8') : '';
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    if (error instanceof WrongKeys || !(error instanceof Error && 'code' in error)) throw error;
    throw new WrongKeys(
      `${path} cannot be read (${String(error.code)}): it must be a ${kind} that the user of this process may read`,
      { cause: error },
    );
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
