import { chmod, lchown, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that a program of another user reads, and can neither change nor put another thing in place of. */
export interface GivenFiles {
  readonly folder: string;
  /** Writes a file that this user reads; resolves with its path. */
  write(name: string, text: string): Promise<string>;
  /** Removes the folder with all that is in it. */
  remove(): Promise<void>;
}

/**
 * Makes a new folder whose name begins with `prefix`, which stays root's: the user enters and reads it. Were it the user's, a process of his
 * that is left from earlier could put links where root writes, gives away or removes. A file is given away by its handle, which is no name.
 */
export async function giveFiles(prefix: string, user: number): Promise<GivenFiles> {
  const folder = await mkdtemp(prefix);
  await lchown(folder, 0, user);
  await chmod(folder, 0o750);
  return {
    folder,
    async write(name, text) {
      const path = join(folder, name);
      const file = await open(path, 'wx', 0o400);
      try {
        await file.chown(0, user);
        // Not by the mode at creation: the umask of the unit (0077) would take the reader's right away.
        await file.chmod(0o440);
        await file.writeFile(text);
      } finally {
        await file.close();
      }
      return path;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
