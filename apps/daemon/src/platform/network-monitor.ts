import { spawn } from 'node:child_process';

/** Milliseconds of quiet after which a burst of changes counts as one. */
const settling = 500;

export interface NetworkMonitor {
  close(): void;
}

/** Calls `onChange` when addresses or routes of links other than the tunnel's change: another Wi-Fi, a cable pulled. */
export function watchNetwork(
  link: string,
  onChange: () => void,
  log: (line: string) => void,
): NetworkMonitor {
  const child = spawn('ip', ['monitor', 'address', 'route', 'link'], {
    env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  child.on('error', (error) => log(`cannot watch the network: ${error.message}`));
  child.on('exit', () => {
    if (!closed) log('the watch over the network ended; reconnecting goes by time alone');
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // Neighbour entries and our own link change all the time.
    if (text.split('\n').every((line) => line.trim() === '' || line.includes(link))) return;
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
