import { spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const terminationTimeout = 2_000;

/** Starts a program of ours that outlives this process: in a new session, without input and output. */
export function startDetached(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): void {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: '/',
    detached: true,
    env,
    stdio: 'ignore',
  });
  // The failure appears when a connection to it fails.
  child.on('error', () => undefined);
  child.unref();
}

/** Ends all processes of these users in our network namespace, left by an earlier run. Resolves when they have ended. */
export async function endProcessesOf(users: readonly number[]): Promise<void> {
  const deadline = Date.now() + terminationTimeout;
  for (let isTerminating = false; ; isTerminating = true) {
    const pids = await processesOf(users);
    if (pids.length === 0) return;
    const signal = Date.now() > deadline ? 'SIGKILL' : isTerminating ? null : 'SIGTERM';
    for (const pid of signal === null ? [] : pids) kill(pid, signal);
    await sleep(20);
  }
}

/** Returns the running processes of these users in our network namespace. */
export async function processesOf(users: readonly number[]): Promise<number[]> {
  const ours = await readlink('/proc/self/ns/net');
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '');
    // A zombie holds no resources.
    if (/^State:\s+Z/m.test(status) || !users.includes(Number(/^Uid:\t(\d+)/m.exec(status)?.[1]))) continue;
    if ((await readlink(`/proc/${entry}/ns/net`).catch(() => '')) === ours) found.push(Number(entry));
  }
  return found;
}

function kill(pid: number, signal: NodeJS.Signals | null): void {
  try {
    process.kill(pid, signal ?? 0);
  } catch {
    // It ended in the meantime.
  }
}
