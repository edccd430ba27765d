import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { DeviceChoice } from '../device-choice.ts';

/** A device that is on its way. */
export interface EarlyDevice {
  /** True once it is there: down, without a key; false where it does not come. */
  readonly made: Promise<boolean>;
  /** Takes it away again once it is there, unless another has its name by then. */
  abandon(): Promise<void>;
}

/** What root's programs see; see `toolEnvironment`. */
const env = { PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
/** Root's alone, as wireguard-go would make it. */
const sockets = '/var/run/wireguard';

/** One program that goes on by itself, since we are busy starting: the kernel's device where it has them, else wireguard-go's. */
const script = {
  auto: 'ip link add dev "$1" type wireguard 2>&- || exec "$2" "$1"',
  kernel: 'exec ip link add dev "$1" type wireguard',
  userspace: 'exec "$2" "$1"',
} as const;

/**
 * Begins the tunnel's device before anything else of the daemon is loaded. It is down and has neither key nor address, so that nothing can
 * go by it. Only where nothing bears its name: what an earlier process left is looked at with more care, later, and what another daemon
 * works with is left alone. Null where nothing was begun.
 */
export function beginEarlyDevice({ link, implementation, wireguardGo }: DeviceChoice): EarlyDevice | null {
  if (process.geteuid?.() !== 0 || existsSync(`${sockets}/${link}.sock`) || indexOf(link) !== null)
    return null;
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const argv = ['-c', script[implementation], 'sh', link, wireguardGo];
  const child = spawn('/bin/sh', argv, { env, stdio: 'ignore', detached: true });
  const index = new Promise<string | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => resolve(code === 0 ? indexOf(link) : null));
  });
  return {
    made: index.then((found) => found !== null),
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
