import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inTurn } from './made-once.ts';
import { jsonOf } from './json-of.ts';

/** One JSON file, for its owner only and whole at every moment: a crash or a power cut leaves the old content or the new one. */
export interface StateFile<T> {
  /** Null when there is none. Throws one sentence when there is one that cannot be understood. */
  read(): Promise<T | null>;
  /** Resolves when a power cut could no longer take it back. Writes of one process run one after another. */
  write(content: T): Promise<void>;
  /** As lasting as a write. */
  remove(): Promise<void>;
  /** Differs after each change by whichever process; null when there is none. */
  version(): Promise<string | null>;
}

/** What a schema of zod's can do for a file: this package stands on nothing. */
interface Form<T> {
  safeParse(
    found: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly data?: undefined };
}

/** Makes the folder, for its owner only. */
export async function openStateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}

/** The file `name` in `folder`, which is made with the first write. Several processes may have it open. */
export function stateFile<T>(folder: string, name: string, form: Form<T>): StateFile<T> {
  const path = join(folder, name);
  const queue = inTurn();
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
        await replace(path, JSON.stringify(content));
        await sync(folder);
      }),
    remove: () =>
      queue(async () => {
        await rm(path, { force: true });
        await sync(folder).catch(noneIfMissing);
      }),
    async version() {
      const found = await stat(path).catch(noneIfMissing);
      return found === null ? null : `${found.ino} ${found.mtimeMs}`;
    },
  };
}

async function replace(path: string, text: string): Promise<void> {
  // Each process has a draft of its own: two that write at once leave what one of them wrote.
  const draft = `${path}.${process.pid}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Names are in the folder, not in the file: without this a power cut may bring back what was replaced or removed. */
async function sync(folder: string): Promise<void> {
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
