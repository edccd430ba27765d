import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePortBlock } from '@comet/stack';

/** A further API process on the database of a running one. */
export interface Replica {
  readonly pid: number;
  readonly port: number;
  /** The initial environment of the running process. */
  readonly environment: Environment;
  /** The exit status; null after a signal. */
  readonly ended: Promise<number | null>;
  /** The end of standard error, and of the log's lines above `info`, until now. */
  errors(): string;
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, '../../../apps/api/src/main.ts');

const timeoutMs = 60_000;

/**
 * Starts a process with the environment of process `apiPid`, `changed`, and waits until it is ready. By default it only serves requests.
 */
export async function startReplica(
  apiPid: number,
  {
    changed = {},
    words = ['serve', 'requests'],
  }: { readonly changed?: Environment; readonly words?: readonly string[] } = {},
): Promise<Replica> {
  const environment = environmentOf(apiPid);
  const port = await freePortBlock();
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      ...environment,
      PORT: String(port),
      METRICS_PORT: String(port + 1),
      MAIL_INTAKE_PORT: String(port + 2),
      CONSOLE_PORT: String(port + 3),
      ...changed,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  const record = (text: string): void => {
    errors = `${errors}${text}`.slice(-4_000);
  };
  child.stderr.setEncoding('utf8').on('data', record);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/"level":"(?:warn|error|fatal)"/.test(line)) record(`${line}\n`);
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = performance.now() + timeoutMs;
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (performance.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error(`The further API process did not become ready: ${errors}`);
    }
    await sleep(100);
  }
  return { pid: child.pid ?? 0, port, environment, ended, errors: () => errors, stop };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the initial environment of a process (proc(5)). */
export function environmentOf(pid: number): Environment {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter((entry) => entry !== '');
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}
