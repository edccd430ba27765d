import { once } from 'node:events';
import { chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, startAs } from './run-program.ts';

/** The folder of a restored copy, below the folder for temporary files. */
export async function scratchFolder(account: Account | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-backup-check-'));
  for (const name of ['', 'data', 'tablespaces', 'socket']) {
    const path = join(folder, name);
    if (name !== '') await mkdir(path, { mode: 0o700 });
    if (account !== null) await chown(path, account.uid, account.gid);
  }
  return folder;
}

/** Deletes the folder of a temporary PostgreSQL instance; does nothing if it does not exist. */
export async function removeScratch(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** A running restored copy, reachable only through its own Unix socket: it has the customers' data and no passwords. */
export interface ScratchInstance {
  /** The connection string for the same user and database as in the original's. */
  urlLike(original: string): string;
  stop(): Promise<void>;
}

const port = 5432;

/**
 * Starts PostgreSQL on a restored folder and waits until it has recovered to its target. The settings are its own: Debian keeps those of a
 * cluster outside of its data. Without `hot_standby` it needs none of the original's limits.
 */
export async function startScratch(
  folder: string,
  given: {
    readonly account: Account | null;
    /** The folder of PostgreSQL's programs. */
    readonly programs: string;
    readonly maxRecoveryMs: number;
  },
): Promise<ScratchInstance> {
  const [data, socket, log] = [join(folder, 'data'), join(folder, 'socket'), join(folder, 'log')];
  const settings = [
    `data_directory = '${data}'`,
    `hba_file = '${folder}/pg_hba.conf'`,
    `ident_file = '${folder}/pg_ident.conf'`,
  ];
  await writeFile(join(folder, 'postgresql.conf'), `${settings.join('\n')}\n`);
  await writeFile(join(folder, 'pg_hba.conf'), 'local all all trust\n');
  await writeFile(join(folder, 'pg_ident.conf'), '');
  // On the command line they take precedence over those that ALTER SYSTEM has set in the original.
  const overridden = {
    ...{ listen_addresses: '', unix_socket_directories: socket, port: String(port), hot_standby: 'off' },
    ...{ archive_mode: 'off', shared_preload_libraries: '', ssl: 'off', fsync: 'off', max_connections: '20' },
    ...{ logging_collector: 'off', log_destination: 'stderr', external_pid_file: '', cluster_name: 'check' },
    ...{ shared_buffers: '128MB', huge_pages: 'off', synchronous_standby_names: '' },
  };
  const options = Object.entries(overridden).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = await open(log, 'a', 0o600);
  const child = startAs(
    given.account,
    [join(given.programs, 'postgres'), '-D', data, '-c', `config_file=${folder}/postgresql.conf`, ...options],
    output.fd,
  );
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => undefined);
  await output.close();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const stop = async () => {
    if (!hasEnded()) child.kill('SIGQUIT');
    await ended;
  };
  const deadline = Date.now() + given.maxRecoveryMs;
  while (!(await isReady(data))) {
    if (!hasEnded() && Date.now() < deadline) {
      await sleep(50);
      continue;
    }
    await stop();
    throw new Error(`The backup was restored, but PostgreSQL did not recover it: ${await lastError(log)}`);
  }
  return {
    urlLike(original) {
      const { username, pathname } = new URL(original);
      return `postgresql://${username}@localhost${pathname}?host=${encodeURIComponent(socket)}&port=${port}`;
    },
    stop,
  };
}

/** PostgreSQL writes `ready` into the eighth line of postmaster.pid once it accepts connections. */
async function isReady(data: string): Promise<boolean> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return lines[7]?.trim() === 'ready';
}

async function lastError(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line));
  return (fatal ?? lines.at(-1) ?? 'it printed nothing').replace(/^.*?(FATAL|PANIC):\s*/, '');
}
