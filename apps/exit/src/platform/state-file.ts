import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';

/** One JSON file of the owner's, for root's eyes only and whole at every moment. */
export interface StateFile<T> {
  /** Null when there is none. Throws one sentence when there is one that cannot be understood. */
  read(): Promise<T | null>;
  write(content: T): Promise<void>;
  remove(): Promise<void>;
  /** Differs after each change by whichever process; null when there is none. */
  version(): Promise<string | null>;
}

export function stateFile<S extends z.ZodMiniType>(
  folder: string,
  name: string,
  schema: S,
): StateFile<z.output<S>> {
  const path = join(folder, name);
  let last: Promise<void> = Promise.resolve();
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(noneIfMissing);
      if (text === null) return null;
      const parsed = schema.safeParse(parseJson(text));
      if (!parsed.success) throw new Error(`${path} is damaged: restore it from a copy, or remove it.`);
      return parsed.data;
    },
    write(content) {
      const writing = last.then(() => replace(folder, path, JSON.stringify(content)));
      last = writing.catch(() => undefined);
      return writing;
    },
    remove: () => rm(path, { force: true }),
    async version() {
      const found = await stat(path).catch(noneIfMissing);
      return found === null ? null : `${found.ino} ${found.mtimeMs}`;
    },
  };
}

async function replace(folder: string, path: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function noneIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
