import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system account of PostgreSQL when we are root: it refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Finds the account `postgres` in /etc/passwd, and creates it if it is missing. Needs root. */
export async function postgresAccount(): Promise<Account> {
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
  if (made === null) throw new Error('The system account postgres could not be made.');
  return made;
}

/** Reads passwd(5): `name:password:uid:gid:…`, one account a line. */
function accountIn(passwd: string): Account | null {
  const line = passwd.split('\n').find((candidate) => candidate.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid !== undefined && gid !== undefined ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Returns whether the account may enter every folder above `path` (a home of mode 0700 forbids it). */
export async function canReach(path: string, account: Account): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & execute) === 0) return false;
    if (folder === '/') return true;
  }
}
