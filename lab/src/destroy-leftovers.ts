import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { hostNames, isLabId, namespaceName } from './addresses.ts';
import { runOrThrow } from './command.ts';
import { namespaceFile, resolverFolder } from './paths.ts';

/** Number of checks for processes that received SIGTERM, and the interval in ms, before they are killed. */
const GRACE = { rounds: 30, pause: 50 };

/**
 * Ends every process in the namespaces of lab `id` (SIGTERM, then SIGKILL), and removes those namespaces and their folders in /etc/netns.
 * Does not affect other labs. Works after a crash; does nothing if nothing is left.
 */
export async function destroyLeftovers(id: string): Promise<void> {
  if (!isLabId(id)) throw new Error(`"${id}" is not a lab's id.`);
  const names = hostNames.map((host) => namespaceName(id, host));
  const namespaces = names.filter((name) => existsSync(namespaceFile(name)));

  for (let round = 0; ; round += 1) {
    const pids = await processesInside(namespaces);
    if (pids.length === 0) break;
    if (round > 2 * GRACE.rounds) {
      throw new Error(`The processes ${pids.join(', ')} inside lab ${id} cannot be ended.`);
    }
    if (round === 0) signal(pids, 'SIGTERM');
    else if (round >= GRACE.rounds) signal(pids, 'SIGKILL');
    await delay(GRACE.pause);
  }
  if (namespaces.length > 0) {
    await runOrThrow(['ip', '-batch', '-'], {
      input: `${namespaces.map((name) => `netns delete ${name}`).join('\n')}\n`,
    });
  }
  await Promise.all(names.map((name) => rm(resolverFolder(name), { recursive: true, force: true })));
}

async function processesInside(namespaces: readonly string[]): Promise<number[]> {
  const lists = await Promise.all(namespaces.map((name) => runOrThrow(['ip', 'netns', 'pids', name])));
  return lists
    .flatMap((list) => list.split('\n'))
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has exited.
    }
  }
}
