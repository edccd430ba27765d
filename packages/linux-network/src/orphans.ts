import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const patience = 1_000;

/** The process ids of wireguard-go serving `name` in our network namespace, as `startWireguardGo` starts it. */
export async function wireguardGoServing(name: string): Promise<readonly number[]> {
  const ours = await readlink('/proc/self/ns/net');
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [, flag, link] = (await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (flag !== '-f' || link !== name) continue;
    if ((await readlink(`/proc/${entry}/ns/net`).catch(() => '')) === ours) found.push(Number(entry));
  }
  return found;
}

/** Resolves when the processes have ended and their ports are free; one that lingers for a second is killed. */
export async function awaitEnd(pids: readonly number[]): Promise<void> {
  const deadline = Date.now() + patience;
  for (const pid of pids) {
    for (let killed = false; await isRunning(pid); await sleep(2)) {
      if (killed || Date.now() < deadline) continue;
      process.kill(pid, 'SIGKILL');
      killed = true;
    }
  }
}

/**
 * A process that has ended but that nobody has waited for yet (state Z) holds nothing any more, unless its first thread
 * alone has ended: the others keep its sockets until they follow.
 */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return false;
  if (!stat.slice(stat.lastIndexOf(')')).startsWith(') Z')) return true;
  return (await readdir(`/proc/${pid}/task`).catch(() => [])).length > 1;
}
