import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

/** A PostgreSQL server for one test, which can be killed and restarts with its committed data. */
export interface DisposableServer {
  /** A connection string for the superuser's database; the same before and after. */
  readonly url: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts it with the same data, and waits until it accepts connections. */
  restart(): Promise<void>;
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
  const { ownServer: program } = inject('database');
  const folder = await mkdtemp(join(tmpdir(), 'comet-own-postgres-'));
  let running = await start(program, [folder]);
  const { url, port, password } = running;
  return {
    url,
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
      if (running.child.exitCode === null) {
        const ended = once(running.child, 'exit');
        running.child.stdin?.end();
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(program: string, args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ...(JSON.parse(line) as Omit<Started, 'child'>) };
  }
  throw new Error('PostgreSQL did not start');
}
