import { chmod, chown, lchown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that an unprivileged program can read but not change. */
export interface RunFile {
  readonly name: string;
  /** The program's user, the only one with read access. */
  readonly reader: number;
  readonly content: string;
}

/** Files and sockets of OpenVPN's programs. The directory exists until the machine reboots. */
export interface RunDirectory {
  fileAt(name: string): string;
  /** Path of a socket of the authenticator. */
  socketAt(name: string): string;
  /** Path in a program's own directory, which the authenticator can access too. */
  programPath(program: string, name: string): string;
  /** Writes these files and removes others. */
  write(files: readonly RunFile[]): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates root's directory of files, each readable by one program, one directory for the authenticator, and one for each program. Root
 * writes only where no other user can create links, and the sockets are inaccessible to other users.
 */
export async function openRunDirectory(
  path: string,
  authenticator: number,
  programs: Readonly<Record<string, number>>,
): Promise<RunDirectory> {
  const [given, own] = [join(path, 'given'), join(path, 'own')];
  const make = async (folder: string, user: number, group: number, mode: number) => {
    await mkdir(folder, { recursive: true });
    await lchown(folder, user, group);
    await chmod(folder, mode);
  };
  await make(path, 0, 0, 0o755);
  await make(given, 0, 0, 0o711);
  await make(own, authenticator, authenticator, 0o700);
  for (const [name, user] of Object.entries(programs))
    await make(join(path, name), user, authenticator, 0o750);
  return {
    fileAt: (name) => join(given, name),
    socketAt: (name) => join(own, name),
    programPath: (program, name) => join(path, program, name),
    async write(files) {
      for (const { name, content, reader } of files) {
        const draft = join(given, `${name}.new`);
        await rm(draft, { force: true });
        await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
        await chown(draft, 0, reader);
        // Not by the mode at creation, which the umask of the unit (0077) would restrict.
        await chmod(draft, 0o640);
        await rename(draft, join(given, name));
      }
      const names = new Set(files.map((file) => file.name));
      for (const name of await readdir(given))
        if (!names.has(name)) await rm(join(given, name), { force: true });
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
