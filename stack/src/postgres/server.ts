import { type ChildProcess, execFile, spawn, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.ts';
import { stopProcess } from '../service/stop-process.ts';
import { postgresCommand } from './command.ts';
import { clearStaleLock } from './stale-lock.ts';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { STACK_VERSION } from './version.ts';

const run = promisify(execFile);

/** C.UTF-8 (code point order): PostgreSQL's own since version 17, the C library's before. */
const localeOf = (version: string): readonly string[] =>
  Number(version) >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];

/**
 * Creates a data folder with the superuser `postgres`, UTF-8 and the locale C.UTF-8. initdb runs in a temporary
 * folder that is renamed at the end, so an incomplete data folder is never used.
 */
async function initialise({
  data,
  password,
  durable,
  version = STACK_VERSION,
}: PostgresOptions): Promise<void> {
  const fresh = `${data}.new`;
  const secret = await mkdtemp(join(tmpdir(), 'comet-initdb-'));
  try {
    const passwordFile = join(secret, 'password');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    const { file, args, owner } = await postgresCommand(version, 'initdb', fresh, [
      ...['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
      ...localeOf(version),
      ...(durable ? [] : ['--no-sync']),
    ]);
    if (owner !== null) {
      await Promise.all([fresh, secret, passwordFile].map((path) => chown(path, owner.uid, owner.gid)));
    }
    await run(file, args, { cwd: '/' });
    await rename(fresh, data);
  } finally {
    await rm(secret, { recursive: true, force: true });
  }
}

const START_LIMIT_MS = 60_000;
/**
 * The fast shutdown closes sessions and writes all data to disk; after 15 s the immediate shutdown, after which the next start replays
 * the log. SIGKILL would leave shared memory behind.
 */
export const POSTGRES_END_SIGNALS = { first: 'SIGINT', last: 'SIGQUIT', graceMs: 15_000 } as const;

interface PostgresOptions {
  /** The data folder; created on first use. Its parent must exist. */
  readonly data: string;
  readonly port: number;
  /** Password of the superuser `postgres`, set when the data folder is created. */
  readonly password: string;
  /** False for a temporary server, which does not sync to disk. */
  readonly durable: boolean;
  /** Major version; by default the stack's. */
  readonly version?: string;
  /** Further settings of the server by name (postgresql.conf). */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A PostgreSQL server on 127.0.0.1 that can be started, also again after it has ended. */
interface PostgresProgram {
  /** Creates the data folder if there is none, and starts the server in its own process group. */
  spawn(stdio: StdioOptions): Promise<ChildProcess>;
  /** Whether it accepts connections. */
  ready(): Promise<boolean>;
  url(database: string): string;
}

/** Returns a PostgreSQL server for a data folder; nothing is created or started before `spawn`. */
export function postgresServerOn(options: PostgresOptions): PostgresProgram {
  const { data, port, password, durable, version = STACK_VERSION, settings = {} } = options;
  return {
    async spawn(stdio) {
      if (existsSync(data)) {
        await refuseForeignFolder(data, version);
        await clearStaleLock(data);
      } else {
        await initialise(options);
      }
      const nonDurable = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
      const { file, args } = await postgresCommand(version, 'postgres', data, [
        ...['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
        ...['-c', 'max_connections=200', ...(durable ? [] : nonDurable)],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ]);
      return spawn(file, args, { cwd: '/', detached: true, stdio });
    },
    // PostgreSQL writes `ready` into the eighth line of postmaster.pid; pg_ctl waits for the same.
    async ready() {
      const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
      return lines[7]?.trim() === 'ready';
    },
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
  };
}

async function refuseForeignFolder(data: string, wanted: string): Promise<void> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === wanted) return;
  const found = version === '' ? 'is not a PostgreSQL data folder' : `was made by PostgreSQL ${version}`;
  throw new UserError(
    `${data} ${found}, and this stack runs PostgreSQL ${wanted}: move it away, or choose another state folder.`,
  );
}

/** A running server of the tests. */
export interface PostgresServer {
  readonly process: ChildProcess;
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts a server, whose output is appended to the file `log`, and waits until it accepts connections. */
export async function startPostgres(
  options: PostgresOptions & { readonly log: string },
): Promise<PostgresServer> {
  const program = postgresServerOn(options);
  await using output = await open(options.log, 'a', 0o600);
  const child = await program.spawn(['ignore', output.fd, output.fd]);
  const started = Date.now();
  while (!(await program.ready())) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || Date.now() - started > START_LIMIT_MS) {
      child.kill('SIGKILL');
      const lines = (await readFile(options.log, 'utf8')).trimEnd().split('\n').slice(-10);
      throw new UserError(`PostgreSQL did not start on ${options.data}:\n${lines.join('\n')}`);
    }
    await sleep(10);
  }
  return { process: child, url: program.url, stop: () => stopProcess(child, POSTGRES_END_SIGNALS) };
}
