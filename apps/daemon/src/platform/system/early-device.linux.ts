import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import {
  startWaitingTools,
  type WaitingTools,
  waitingToolsOf,
  waitingToolsStdio,
} from '@comet/linux-network';
import type { DeviceChoice } from './device-choice.ts';

/** The processes started early. */
export interface EarlyStart {
  /** Whether the link's name was unused, so that a device is being created. */
  readonly isFree: boolean;
  /** True once the device exists: down, without a key; false if it cannot be created. */
  readonly made: Promise<boolean>;
  readonly tools: WaitingTools;
  /** Removes the device once it exists, unless another device has its name by then. */
  abandon(): Promise<void>;
}

/**
 * The environment of root's programs; see `toolEnvironment`. wireguard-go runs in the foreground: in the background it would start a second
 * process.
 */
const env = {
  WG_PROCESS_FOREGROUND: '1',
  PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  HOME: '/dev/null',
};
/** Accessible to root only, as wireguard-go creates it. */
const sockets = '/var/run/wireguard';

/** Interval in ms between checks for wireguard-go's socket. */
const socketPollMs = 1;

/** One shell script that runs while the daemon loads: creates the kernel's device if available, else wireguard-go's. */
const script = {
  auto: 'ip link add dev "$1" type wireguard 2>&- || exec "$2" "$1"',
  kernel: 'exec ip link add dev "$1" type wireguard',
  userspace: 'exec "$2" "$1"',
} as const;

/**
 * Starts creating the tunnel's device and the waiting tools before the other modules are loaded: one shell starts them all. The device is
 * down and has neither key nor address, so that it carries no traffic. Only if its name is unused: the device of an earlier process is
 * checked later, and the device of another daemon is not touched. Null if nothing was started.
 */
export function startEarly({ link, implementation, wireguardGo }: DeviceChoice): EarlyStart | null {
  if (process.geteuid?.() !== 0) return null;
  const socket = `${sockets}/${link}.sock`;
  const isFree = !existsSync(socket) && indexOf(link) === null;
  if (isFree) mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const lines = `${startWaitingTools}${isFree ? script[implementation] : ''}`;
  const { stdio, scratch } = waitingToolsStdio();
  const shell = spawn('/bin/sh', ['-c', lines, 'sh', link, wireguardGo], { env, stdio, detached: true });
  // wireguard-go, which replaces the shell, outlives this process.
  shell.unref();
  // If the shell cannot be started, no device is made.
  shell.once('error', () => undefined);
  const index = isFree ? indexWhenCreated(shell, socket, link) : Promise.resolve(null);
  return {
    isFree,
    made: index.then((found) => found !== null),
    tools: waitingToolsOf(shell, scratch),
    async abandon() {
      const own = await index;
      if (own !== null && indexOf(link) === own)
        spawnSync('ip', ['link', 'delete', 'dev', link], { env, stdio: 'ignore' });
    },
  };
}

/**
 * Resolves with the link's number as soon as the shell has created the kernel's device and ended, or has become wireguard-go, which creates
 * the socket after its device; null if the shell ends without a device.
 */
function indexWhenCreated(shell: ChildProcess, socket: string, link: string): Promise<string | null> {
  return new Promise<string | null>((resolve) => {
    const polling = setInterval(() => {
      if (existsSync(socket)) end(indexOf(link));
    }, socketPollMs);
    function end(index: string | null): void {
      clearInterval(polling);
      resolve(index);
    }
    shell.once('error', () => end(null));
    shell.once('exit', (code) => end(code === 0 ? indexOf(link) : null));
  });
}

/** The index of a link in our network namespace; a recreated link of the same name has another one. Null if there is none. */
function indexOf(link: string): string | null {
  try {
    return readFileSync(`/sys/class/net/${link}/ifindex`, 'utf8');
  } catch {
    return null;
  }
}
