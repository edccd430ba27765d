import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The system account that owns the database cluster and its backups. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: root runs its programs as the account `postgres`, others as themselves (null). */
export async function databaseAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  // passwd(5): `name:password:uid:gid:…`, one account a line.
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error('This machine has no account postgres: run the check where the backups are stored');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The parent's variables may contain secrets, which these programs do not need. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin' } = process.env;
  const forPgBackRest = Object.entries(process.env).filter(([name]) => name.startsWith('PGBACKREST_'));
  return { PATH, LC_ALL: 'C.UTF-8', ...Object.fromEntries(forPgBackRest) };
}

/** Runs a program to its end and returns its output. Throws an error with the last line that it printed. */
export async function runAs(
  account: Account | null,
  [program = '', ...args]: readonly string[],
): Promise<string> {
  try {
    const options = { cwd: '/', env: environment(), maxBuffer: 64 * 1024 * 1024, ...account };
    return (await execute(program, args, options)).stdout;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('code' in error && error.code === 'ENOENT')
      throw new Error(`${program} is not installed`, { cause: error });
    const printed = ['stderr', 'stdout'].map((name) => String(Reflect.get(error, name) ?? '')).join('\n');
    const last = printed.trim().split('\n').at(-1) ?? '';
    throw new Error(`${program.split('/').at(-1)} failed: ${last}`, { cause: error });
  }
}

/** Starts a program whose output is appended to an open file. */
export function startAs(
  account: Account | null,
  [program = '', ...args]: readonly string[],
  output: number,
): ChildProcess {
  return spawn(program, args, {
    ...{ cwd: '/', env: environment(), stdio: ['ignore', output, output] as const },
    ...account,
  });
}
