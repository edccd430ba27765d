import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePortBlock } from '@comet/stack';

/** A second API process beside one that runs, on the same database: one that only answers requests. */
interface Replica {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, '../../../apps/api/src/main.ts');
const patienceMs = 20_000;

/** Starts it with the environment of the process `apiPid`, and waits until it is ready. */
export async function startReplica(apiPid: number): Promise<Replica & { readonly environment: Environment }> {
  const environment = environmentOf(apiPid);
  const port = await freePortBlock();
  const child = spawn(process.execPath, [program, 'serve', 'requests'], {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = performance.now() + patienceMs;
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (performance.now() > deadline) {
      await stop();
      throw new Error('The second API process did not become ready');
    }
    await sleep(100);
  }
  return { pid: child.pid ?? 0, port, stop, environment };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What a process was started with (proc(5)). */
function environmentOf(pid: number): Environment {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter((entry) => entry !== '');
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}
