import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads a key from the folder, or makes it there first. */
export type KeyFile = (name: string, make: () => Promise<string> | string) => Promise<string>;

/**
 * A folder of key files, each 0600 in a folder of 0700. Two processes that start together end up with the same key: the
 * new file is linked into its place, and a link never replaces.
 */
export async function openKeyFolder(folder: string): Promise<KeyFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return async (name, make) => {
    const path = join(folder, name);
    const found = await readOrNull(path);
    if (found !== null) return found;
    const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
    await writeFile(draft, await make(), { mode: 0o600, flag: 'wx' });
    try {
      await link(draft, path);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    } finally {
      await rm(draft);
    }
    return readFile(path, 'utf8');
  };
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
