import { chown, lchown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that a program without rights reads, and cannot change. */
export interface RunFile {
  readonly name: string;
  readonly content: string;
}

/** What the programs around OpenVPN read, and where they make their sockets. Lives as long as the machine is up. */
export interface RunDirectory {
  fileAt(name: string): string;
  socketAt(name: string): string;
  /** Writes these files and removes others. */
  write(files: readonly RunFile[]): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Two folders: root's, which the programs' user may read, and theirs. Nothing of root's is ever written where they could have put a
 * link, and their sockets are out of everyone else's reach.
 */
export async function openRunDirectory(path: string, user: number): Promise<RunDirectory> {
  const [given, own] = [join(path, 'given'), join(path, 'own')];
  await mkdir(path, { recursive: true, mode: 0o755 });
  await mkdir(given, { recursive: true, mode: 0o750 });
  await chown(given, 0, user);
  await mkdir(own, { recursive: true, mode: 0o700 });
  await lchown(own, user, user);
  return {
    fileAt: (name) => join(given, name),
    socketAt: (name) => join(own, name),
    async write(files) {
      for (const { name, content } of files) {
        const draft = join(given, `${name}.new`);
        await rm(draft, { force: true });
        await writeFile(draft, content, { mode: 0o640, flag: 'wx' });
        await chown(draft, 0, user);
        await rename(draft, join(given, name));
      }
      const names = new Set(files.map((file) => file.name));
      for (const name of await readdir(given))
        if (!names.has(name)) await rm(join(given, name), { force: true });
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
