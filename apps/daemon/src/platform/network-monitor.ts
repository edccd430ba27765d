import { spawn } from 'node:child_process';

/** Milliseconds of quiet after which a burst of changes counts as one. */
const settling = 500;

export interface NetworkMonitor {
  close(): void;
}

/** Calls `onChange` when addresses or routes of links other than the tunnels' change: another Wi-Fi, a cable pulled. */
export function watchNetwork(
  links: readonly string[],
  onChange: () => void,
  log: (line: string) => void,
): NetworkMonitor {
  const child = spawn('ip', ['-o', 'monitor', 'address', 'route', 'link'], {
    env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  child.on('error', (error) => log(`cannot watch the network: ${error.message}`));
  child.on('exit', () => {
    if (!closed) log('the watch over the network ended; reconnecting goes by time alone');
  });
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (!lines.some((line) => isForeign(line, links))) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(onChange, settling);
    timer.unref();
  });
  return {
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      child.kill();
    },
  };
}

/**
 * Whether a line of `ip -o monitor` tells of another network than ours. What the kernel keeps for each address of a link, our own
 * among them, stands in the table `local` and names the loopback.
 */
export function isForeign(line: string, links: readonly string[]): boolean {
  return (
    line.trim() !== '' &&
    !/\btable local\b|\bdev lo\b/.test(line) &&
    !links.some((link) => line.includes(link))
  );
}
