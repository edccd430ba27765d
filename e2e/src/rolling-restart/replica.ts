import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const program = join(import.meta.dirname, '../../../apps/api/src/main.ts');

export interface ReplicaOptions {
  readonly databaseUrl: string;
  readonly keysFolder: string;
  readonly drainSeconds: number;
  /** Further variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

const environmentOf = ({ databaseUrl, keysFolder, drainSeconds, environment }: ReplicaOptions) => ({
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  DATABASE_URL: databaseUrl,
  KEYS_DIR: keysFolder,
  DRAIN_SECONDS: String(drainSeconds),
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'error',
  ...environment,
});

/** Runs a command of the API; throws unless it exits with status 0. */
export async function runCommand(options: ReplicaOptions, ...words: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [program, ...words], { env: environmentOf(options) });
}

/** A process that serves the API. */
export interface Replica {
  readonly port: number;
  readonly url: string;
  /** The exit status; null after a signal. */
  readonly ended: Promise<number | null>;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
}

export function startReplica(options: ReplicaOptions, port: number): Replica {
  const child: ChildProcess = spawn(process.execPath, [program, 'serve', 'requests'], {
    env: { ...environmentOf(options), PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    ended,
    signal: (name) => void child.kill(name),
  };
}
