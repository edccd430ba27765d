import { readFile, rename, writeFile } from 'node:fs/promises';

/** Replaces a JSON file in one step: a reader sees the old one or the new one. Only its owner may read it. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const next = `${path}.${process.pid}.next`;
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(next, path);
}

/** The value in a JSON file; null when there is no file; undefined when it holds anything but JSON. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
