import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runIp } from '../routes/ip-batches.ts';
import { toolEnvironment } from '../processes/run-process.ts';
import { connectUnix } from './uapi-connection.ts';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

const socketFolder = '/var/run/wireguard';
/** Timeouts in ms for wireguard-go to create its socket, and to end after its interface is removed. */
const timeout = { start: 5_000, end: 1_000 };

/** Path of the UAPI socket that wireguard-go creates for the interface `name`. */
export function uapiSocketPath(name: string): string {
  return `${socketFolder}/${name}.sock`;
}

/** A running wireguard-go, also of an earlier process. */
export interface Serving {
  /** Resolves when it has ended. */
  readonly gone: Promise<void>;
  /** Stops watching it. */
  forget(): void;
}

/** Connects to the process that serves the interface; the connection closes when it ends. Null if there is none. */
export async function watchServing(name: string): Promise<Serving | null> {
  const socket = await connectUnix(uapiSocketPath(name)).catch(() => null);
  if (socket === null) return null;
  // Unread data would hide the end of the connection.
  socket.resume();
  return {
    gone: new Promise((resolve) => socket.once('close', () => resolve())),
    forget: () => void socket.destroy(),
  };
}

/**
 * Starts wireguard-go, which outlives this process. Resolves when its socket exists; rejects with its output when it does
 * not start. Later output is discarded: it contains customers' addresses.
 */
export async function startWireguardGo(path: string, name: string): Promise<void> {
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  await new Promise<void>((resolve, reject) => {
    // A separate process group: a signal to ours (Ctrl-C, or a supervisor's) must not end the tunnel.
    const child = spawn(path, [name], {
      detached: true,
      env: { PATH: toolEnvironment.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-2_000);
      });
    const late = setTimeout(() => child.kill('SIGKILL'), timeout.start);
    child.once('error', (error) => reject(new Error(`wireguard-go could not be started: ${error.message}`)));
    child.once('close', (code, signal) => {
      clearTimeout(late);
      if (code === 0) return resolve();
      // The last line of plain text is the reason; the banner on Linux is no plain text.
      const last = output.split('\n').findLast((line) => /^[\x20-\x7e]+$/.test(line)) ?? '';
      reject(
        new Error(`wireguard-go ended (${signal ?? `exit code ${code}`})${last === '' ? '' : `: ${last}`}`),
      );
    });
  });
}

/**
 * Frees the name: removes its interface, waits until its wireguard-go has ended (it uses the UDP port, and when it ends it removes the
 * socket by path, also a successor's), and removes a stale socket. Rejects if another process serves it. Uses synchronous file calls: at a
 * daemon's start, each asynchronous one would take some milliseconds.
 */
export async function makeFree(path: string, name: string): Promise<void> {
  const serving = existsSync(uapiSocketPath(name)) ? await watchServing(name) : null;
  if (isThere(name)) await runIp([{ kind: 'link-delete', link: name }], { ignoreErrors: true });
  if (serving !== null && !(await isGoneSoon(serving))) {
    for (const pid of await wireguardGoServing(path, name)) process.kill(pid, 'SIGKILL');
    const gone = await isGoneSoon(serving);
    serving.forget();
    if (!gone) throw new Error(`another process serves ${uapiSocketPath(name)}`);
  }
  rmSync(uapiSocketPath(name), { force: true });
}

/** Whether our network namespace has a link of this name; see proc_pid_net(5). Reading a file is faster than starting `ip`. */
function isThere(name: string): boolean {
  const links = readFileSync('/proc/self/net/dev', 'utf8');
  return links.split('\n').some((line) => line.trimStart().startsWith(`${name}:`));
}

function isGoneSoon({ gone }: Serving): Promise<boolean> {
  const given = new AbortController();
  const late = sleep(timeout.end, false, { signal: given.signal }).catch(() => false);
  return Promise.race([gone.then(() => true), late]).finally(() => given.abort());
}

/** The process ids of the wireguard-go at `path` that serve `name` in our network namespace. */
export async function wireguardGoServing(path: string, name: string): Promise<readonly number[]> {
  const ours = await readlink('/proc/self/ns/net');
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const commandLine = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    const [program = '', ...words] = commandLine.split('\0').filter((word) => word !== '');
    if (basename(program) !== basename(path) || words.findLast(() => true) !== name) continue;
    if ((await readlink(`/proc/${entry}/ns/net`).catch(() => '')) === ours) found.push(Number(entry));
  }
  return found;
}
