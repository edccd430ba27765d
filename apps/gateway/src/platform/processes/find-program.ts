import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

/** Directories of system programs. PATH is not used, since it would determine which programs root runs. */
const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Returns the absolute path of a program, or null. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return null;
}

/** Returns whether this process may execute the file at `path`. */
export function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
