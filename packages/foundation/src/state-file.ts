import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { taskQueue } from './task-queue.ts';
import { jsonOf } from './json-of.ts';

/** A JSON file, readable by its owner only and replaced atomically: a crash or a power cut leaves the old or the new content. */
export interface StateFile<T> {
  /** Null if the file does not exist. Throws a sentence if its content is invalid. */
  read(): Promise<T | null>;
  /** Resolves when the content survives a power cut. Writes of one process are serialized. */
  write(content: T): Promise<void>;
  /** As durable as a write. */
  remove(): Promise<void>;
  /** Differs after each change, by any process; null if the file does not exist. */
  version(): Promise<string | null>;
}

/** The part of a zod schema that a file needs. */
interface Form<T> {
  safeParse(
    found: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly data?: undefined };
}

/** Creates the folder, accessible to its owner only. */
export async function openStateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}

/** Opens the file `name` in `folder`, which the first write creates. Several processes may use it. */
export function stateFile<T>(folder: string, name: string, form: Form<T>): StateFile<T> {
  const path = join(folder, name);
  const queue = taskQueue();
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(noneIfMissing);
      if (text === null) return null;
      const parsed = form.safeParse(jsonOf(text));
      if (!parsed.success) throw new Error(`${path} is damaged: restore it from a copy, or remove it.`);
      return parsed.data;
    },
    write: (content) =>
      queue(async () => {
        await openStateFolder(folder);
        await replaceFile(path, JSON.stringify(content));
      }),
    remove: () =>
      queue(async () => {
        await rm(path, { force: true });
        await syncFolder(folder).catch(noneIfMissing);
      }),
    async version() {
      const found = await stat(path).catch(noneIfMissing);
      return found === null ? null : `${found.ino} ${found.mtimeMs}`;
    },
  };
}

let drafts = 0;

/**
 * Writes a file, readable by its owner only, that is replaced atomically; resolves when it survives a power cut. Its folder must exist.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  // Each write has its own temporary file: two at once leave the content of one of them.
  const draft = `${path}.${process.pid}-${(drafts += 1)}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Syncs the directory: without this, a power cut may restore a replaced or removed file. */
export async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
