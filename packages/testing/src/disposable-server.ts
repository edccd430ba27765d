import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** A PostgreSQL server for one test, which can be killed and restarts with its committed data. */
export interface DisposableServer {
  /** A connection string for the superuser's database; the same before and after. */
  readonly url: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts it with the same data, and waits until it accepts connections. */
  restart(): Promise<void>;
  /** Starts a streaming replica of it, which is stopped with it. */
  startReplica(): Promise<DisposableServer>;
  stop(): Promise<void>;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  readonly password: string;
}

/** Starts a PostgreSQL server with a new data directory, for tests that kill or restart it. */
export async function startDisposableServer(): Promise<DisposableServer> {
  return startIn(await mkdtemp(join(tmpdir(), 'comet-own-postgres-')), []);
}

/** Starts a server on a folder with or without data; `given` are its port and password. */
async function startIn(folder: string, given: readonly string[]): Promise<DisposableServer> {
  const { ownServer: program } = inject('database');
  let running = await start(program, [folder, ...given]);
  const { url, port, password } = running;
  const replicas: DisposableServer[] = [];
  return {
    url,
    async startReplica() {
      const copy = await mkdtemp(join(tmpdir(), 'comet-own-replica-'));
      await copyForReplica(url, join(folder, 'data'), join(copy, 'data'));
      const replica = await startIn(copy, [String(await freePort()), password]);
      replicas.push(replica);
      return replica;
    },
    async kill() {
      const ended = once(running.child, 'exit');
      process.kill(running.pid, 'SIGKILL');
      await ended;
    },
    async restart() {
      // Sessions that outlive their postmaster use its memory for a moment.
      for (let tries = 0; ; tries += 1) {
        try {
          running = await start(program, [folder, String(port), password]);
          return;
        } catch (error) {
          if (tries >= 20) throw error;
          await sleep(250);
        }
      }
    },
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      if (running.child.exitCode === null) {
        const ended = once(running.child, 'exit');
        running.child.stdin?.end();
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the data folder of a running server for a replica of it: the low-level backup of PostgreSQL's manual, "Continuous Archiving", since
 * the tests' PostgreSQL has no pg_basebackup.
 */
async function copyForReplica(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', fast => true)");
    // `-a` keeps the owner: PostgreSQL does not run as root.
    await run('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await rm(join(to, 'postmaster.pid'), { force: true });
    const { uid, gid } = await stat(from);
    const files = {
      backup_label: rows[0]?.labelfile ?? '',
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = '${url}'\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(to, name), text, { mode: 0o600 });
      await chown(join(to, name), uid, gid);
    }
    const folder = dirname(to);
    await chown(folder, uid, gid);
  } finally {
    await client.end();
  }
}

async function start(program: string, args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ...(JSON.parse(line) as Omit<Started, 'child'>) };
  }
  throw new Error('PostgreSQL did not start');
}
