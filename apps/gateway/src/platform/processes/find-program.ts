import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

/** Where programs of the system are: the PATH of a root process would decide which programs it runs. */
const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** The full path of a program, or null where there is none. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return null;
}

export function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
