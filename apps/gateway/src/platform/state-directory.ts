import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';

/** One JSON file that is whole at every moment: a crash leaves the old content or the new one. */
export interface StateFile<T> {
  /** Null when there is no file. Throws one sentence when there is one that cannot be understood. */
  read(): Promise<T | null>;
  /** Writes run one after another. */
  write(content: T): Promise<void>;
}

/** Makes the folder, for its owner only. */
export async function openStateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
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
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (text === null) return null;
      const parsed = schema.safeParse(parseJson(text));
      if (!parsed.success) throw new Error(`${path} is damaged: remove it, or restore it from a copy.`);
      return parsed.data;
    },
    write(content) {
      const writing = last.then(() => replaceFile(folder, path, JSON.stringify(content)));
      // One that fails is told to its caller; it does not stop the next.
      last = writing.catch(() => undefined);
      return writing;
    },
  };
}

async function replaceFile(folder: string, path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export interface DebouncedWriter {
  /** Asks for a write; asking again before it is made asks for nothing more. */
  soon(): void;
  /** Writes now what was asked for, and resolves when it is on disk. */
  flush(): Promise<void>;
}

/** Gathers the changes of some milliseconds into one write. `content` is asked for at the moment of writing. */
export function debouncedWriter<T>(
  file: StateFile<T>,
  content: () => T,
  delay: () => number,
  onError: (error: unknown) => void,
): DebouncedWriter {
  let timer: NodeJS.Timeout | null = null;
  const write = () => {
    timer = null;
    return file.write(content()).catch(onError);
  };
  return {
    soon() {
      timer ??= setTimeout(() => void write(), delay());
    },
    async flush() {
      if (timer === null) return;
      clearTimeout(timer);
      await write();
    },
  };
}
