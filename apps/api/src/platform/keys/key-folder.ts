import { link, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type KeyFile, keyFiles, type KeyTexts, makeKeys } from './key-files.ts';
import { WrongKeys } from './wrong-keys.ts';

/** Holds new keys until all of them are on disk. */
const unfinished = '.new';

/** The keys that a folder holds: none where there is no folder. Throws `WrongKeys` for what cannot be read or is not private. */
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
 * Creates all keys in a folder that has none, each 0600 in a folder of 0700: first beside each other under `.new`, then to their places.
 * A run that was interrupted before the first was in place is begun anew; one that was interrupted after it is completed with its own keys.
 * Returns the keys that are there now. Throws `WrongKeys` where the folder has others.
 */
export async function createKeys(folder: string, now: Date): Promise<KeyTexts> {
  const draft = join(folder, unfinished);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const placed = await readKeyFolder(folder);
  const drafted: readonly string[] = await readdir(draft).catch(() => []);
  const isResumed = placed.size > 0 && keyFiles.every((file) => placed.has(file) || drafted.includes(file));
  if (placed.size > 0 && !(isResumed && drafted.length > 0))
    throw new WrongKeys(`${folder} holds keys already: keys are created once, in an empty folder`);
  if (!isResumed) {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    const made = await makeKeys(now);
    await Promise.all([...made].map(([file, text]) => writeDurably(join(draft, file), text)));
    await syncFolder(draft);
  }
  for (const file of isResumed ? drafted : keyFiles)
    await place(join(draft, file), join(folder, file), isResumed);
  await syncFolder(folder);
  await rm(draft, { recursive: true });
  await syncFolder(dirname(folder));
  return readKeyFolder(folder);
}

/** Adds one key to a folder; a file that is there is never replaced. */
export async function addKey(folder: string, file: KeyFile, text: string): Promise<void> {
  const draft = join(folder, `.${file}${unfinished}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(draft, { force: true });
  await writeDurably(draft, text);
  await place(draft, join(folder, file), false);
  await syncFolder(folder);
}

/** Makes the next key the current one. The next is missing until it is added. */
export async function promoteNext(folder: string, name: string): Promise<void> {
  await rename(join(folder, `${name}-next.pem`), join(folder, `${name}.pem`));
  await syncFolder(folder);
}

/** A link never replaces; only what an interrupted run placed itself is there already. */
async function place(from: string, to: string, mayBeThere: boolean): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (!(mayBeThere && hasCode(error, 'EEXIST'))) throw error;
  });
  await unlink(from);
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

/** The text of a file, '' for a folder; null where there is none. Root's files may be readable by a group, as PostgreSQL has it. */
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
