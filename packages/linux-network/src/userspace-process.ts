import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdir, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitEnd, wireguardGoServing } from './orphans.ts';
import { runIp } from './run-ip.ts';
import { toolEnvironment } from './run-process.ts';
import { connectUnix } from './uapi-connection.ts';

const socketFolder = '/var/run/wireguard';
const startTimeout = 5_000;

export function uapiSocketPath(name: string): string {
  return `${socketFolder}/${name}.sock`;
}

export interface UserspaceProcess {
  readonly pid: number;
  /** Resolves with how the process ended and what it said last. */
  readonly ended: Promise<string>;
  /** Ends the process; with it the interface goes. */
  stop(): Promise<void>;
}

/** Starts wireguard-go and resolves when its socket answers. Rejects with its last words when it ends before. */
export async function startWireguardGo(path: string, name: string): Promise<UserspaceProcess> {
  await mkdir(socketFolder, { recursive: true, mode: 0o700 });
  // A group of its own: a signal to ours (Ctrl-C, or a supervisor's) must not take the tunnel down before we decide to.
  const child = spawn(path, ['-f', name], {
    detached: true,
    env: { PATH: toolEnvironment.PATH, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = endOf(child);
  let running = true;
  void ended.then(() => {
    running = false;
  });
  for (const deadline = Date.now() + startTimeout; !(await answers(name)); await sleep(2)) {
    if (!running) throw new Error(`wireguard-go ${await ended}`);
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('wireguard-go did not open its socket');
    }
  }
  return {
    pid: child.pid ?? 0,
    ended,
    async stop() {
      if (running) child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/**
 * Makes the name free: removes an interface that an earlier process left, waits until the wireguard-go behind it is gone
 * (it holds the UDP port, and as it goes it removes the socket by path, so a successor's would be lost), and removes a
 * socket that nobody serves.
 */
export async function takeOver(name: string): Promise<void> {
  const orphans = (await answers(name)) ? await wireguardGoServing(name) : [];
  await runIp([{ kind: 'link-delete', link: name }], { ignoreErrors: true });
  await awaitEnd(orphans);
  if (await answers(name)) throw new Error(`another process serves ${uapiSocketPath(name)}`);
  await unlink(uapiSocketPath(name)).catch(() => undefined);
}

async function answers(name: string): Promise<boolean> {
  return connectUnix(uapiSocketPath(name)).then(
    (socket) => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}

/** The last plain line is the reason; the banner that wireguard-go draws on Linux is not. */
function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000);
    });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      const last = said.split('\n').findLast((line) => /^[\x20-\x7e]+$/.test(line)) ?? '';
      resolve(`ended (${signal ?? `exit code ${code}`})${last === '' ? '' : `: ${last}`}`);
    });
  });
}
