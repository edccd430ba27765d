import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import {
  startWaitingTools,
  type WaitingTools,
  waitingToolsOf,
  waitingToolsStdio,
} from '@comet/linux-network';
import type { DeviceChoice } from './device-choice.ts';

/** What is on its way. */
export interface EarlyStart {
  /** Whether nothing bore the link's name, so that a device is on its way. */
  readonly isFree: boolean;
  /** True once the device is there: down, without a key; false where it does not come. */
  readonly made: Promise<boolean>;
  readonly tools: WaitingTools;
  /** Takes it away again once it is there, unless another has its name by then. */
  abandon(): Promise<void>;
}

/** What root's programs see; see `toolEnvironment`. */
const env = {
  PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  HOME: '/dev/null',
};
/** Root's alone, as wireguard-go would make it. */
const sockets = '/var/run/wireguard';

/** One program that goes on by itself, since we are busy starting: the kernel's device where it has them, else wireguard-go's. */
const script = {
  auto: 'ip link add dev "$1" type wireguard 2>&- || exec "$2" "$1"',
  kernel: 'exec ip link add dev "$1" type wireguard',
  userspace: 'exec "$2" "$1"',
} as const;

/**
 * Begins the tunnel's device and the tools that will wait, before anything else of the daemon is loaded: one shell starts them all. The
 * device is down and has neither key nor address, so that nothing can go by it. Only where nothing bears its name: what an earlier process
 * left is looked at with more care, later, and what another daemon works with is left alone. Null where nothing was begun.
 */
export function beginEarly({ link, implementation, wireguardGo }: DeviceChoice): EarlyStart | null {
  if (process.geteuid?.() !== 0) return null;
  const isFree = !existsSync(`${sockets}/${link}.sock`) && indexOf(link) === null;
  if (isFree) mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const lines = `${startWaitingTools}${isFree ? script[implementation] : ''}`;
  const { stdio, scratch } = waitingToolsStdio();
  const shell = spawn('/bin/sh', ['-c', lines, 'sh', link, wireguardGo], { env, stdio, detached: true });
  const index = new Promise<string | null>((resolve) => {
    shell.once('error', () => resolve(null));
    shell.once('exit', (code) => resolve(isFree && code === 0 ? indexOf(link) : null));
  });
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

/** The number of a link of our network namespace; another one of the same name has another. Null where there is none. */
function indexOf(link: string): string | null {
  try {
    return readFileSync(`/sys/class/net/${link}/ifindex`, 'utf8');
  } catch {
    return null;
  }
}
