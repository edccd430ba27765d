import { dirname, join } from 'node:path';
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { programsOf } from './version.ts';

const run = promisify(execFile);

/** The system account for PostgreSQL, which refuses to run as root. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the account `postgres` of /etc/passwd; creates it if it is missing. Requires root. */
async function postgresAccount(): Promise<Account> {
  const known = accountIn(await readFile('/etc/passwd', 'utf8'));
  if (known !== null) return known;
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]);
  const made = accountIn(await readFile('/etc/passwd', 'utf8'));
  if (made === null) throw new Error('The system account postgres could not be created.');
  return made;
}

/** Reads passwd(5): `name:password:uid:gid:…`, one account a line. */
function accountIn(passwd: string): Account | null {
  const line = passwd.split('\n').find((candidate) => candidate.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid !== undefined && gid !== undefined ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Returns whether the account may enter every folder above `path` (a home of mode 0700 forbids it). */
async function canReach(path: string, account: Account): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & execute) === 0) return false;
    if (folder === '/') return true;
  }
}

/** Command of a PostgreSQL program on a data folder, for node:child_process. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** The account that must own the data folder; null for the current user. */
  readonly owner: Account | null;
}

// Data and programs are bind-mounted in a private mount namespace, in folders that the account can enter.
const ENTER = `
mount -t tmpfs -o mode=755 comet /mnt
mkdir /mnt/data /mnt/native
mount --bind "$1" /mnt/data
mount --bind "$2" /mnt/native
shift 2
exec "$@"`;

/**
 * Returns the command that runs `program` of a major version as an unprivileged account on the data folder. An ordinary user runs the program directly. Root
 * runs it as the account postgres; if that account cannot access the parent folders (a checkout under /root, a folder from mktemp), they
 * are bound to /mnt in a private mount namespace first. The program gets SIGINT (the fast shutdown) when the process that started it ends,
 * also after a kill.
 */
export async function postgresCommand(
  version: string,
  program: 'initdb' | 'postgres',
  data: string,
  args: readonly string[],
): Promise<Command> {
  const native = await programsOf(version);
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
