import { type ChildProcess, spawn, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';
import { type Command, postgresCommand } from './command.ts';
import { clearStaleLock } from './stale-lock.ts';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Creates a data folder with the superuser `postgres`, UTF-8 and the builtin locale C.UTF-8 (code point order). initdb runs in a temporary
 * folder that is renamed at the end, so an incomplete data folder is never used.
 */
async function initialise(data: string, password: string, durable: boolean): Promise<void> {
  const fresh = `${data}.new`;
  const secret = await mkdtemp(join(tmpdir(), 'comet-initdb-'));
  try {
    const passwordFile = join(secret, 'password');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    const { file, args, owner } = await postgresCommand('initdb', fresh, [
      ...['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
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

const MAJOR = '18';
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;

interface ClusterOptions {
  /** The data folder; created on first use. Its parent must exist. */
  readonly data: string;
  readonly port: number;
  /** Password of the superuser `postgres`, set when the data folder is created. */
  readonly password: string;
  /** The file to which the server's output is appended. */
  readonly log: string;
  /** False for a temporary cluster, which does not sync to disk. */
  readonly durable: boolean;
}

/** A running PostgreSQL server on 127.0.0.1. */
export interface Cluster {
  readonly process: ChildProcess;
  url(database: string): string;
  /** Fast shutdown: closes sessions and writes all data to disk. */
  stop(): Promise<void>;
}

/** Creates the data folder if there is none, starts the server and waits until it accepts connections. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { data, port, password, durable } = options;
  if (existsSync(data)) {
    await refuseForeignFolder(data);
    await clearStaleLock(data);
  } else {
    await initialise(data, password, durable);
  }
  const nonDurable = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const command = await postgresCommand('postgres', data, [
    ...['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ...['-c', 'max_connections=200', ...(durable ? [] : nonDurable)],
  ]);
  const child = await spawnLogging(command, options.log);
  await untilReady(child, data, options.log);
  return {
    process: child,
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: () => stop(child),
  };
}

async function refuseForeignFolder(data: string): Promise<void> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === MAJOR) return;
  const found = version === '' ? 'is not a PostgreSQL data folder' : `was made by PostgreSQL ${version}`;
  throw new Refusal(
    `${data} ${found}, and this stack runs PostgreSQL ${MAJOR}: move it away, or choose another state folder.`,
  );
}

/** Has its own process group, so that Ctrl-C in the terminal does not reach it and this process ends it in order. */
async function spawnLogging(command: Command, log: string): Promise<ChildProcess> {
  const output = await open(log, 'a', 0o600);
  try {
    return spawn(command.file, command.args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
  } finally {
    await output.close();
  }
}

/** PostgreSQL writes `ready` into the eighth line of postmaster.pid; pg_ctl waits for the same. */
async function untilReady(child: ChildProcess, data: string, log: string): Promise<void> {
  const started = Date.now();
  while (Date.now() - started < START_LIMIT_MS) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (lines[7]?.trim() === 'ready') return;
    await sleep(10);
  }
  child.kill('SIGKILL');
  throw new Refusal(`PostgreSQL did not start on ${data}:\n${await tailOf(log)}`);
}

async function tailOf(log: string): Promise<string> {
  return (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-10).join('\n');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  // SIGQUIT is the immediate shutdown: the next start replays the log. SIGKILL would leave shared memory behind.
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(killTimer);
}
