import { existsSync } from 'node:fs';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Mount point of cgroup v2, unified or hybrid. */
const unified = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'].find((at) =>
  existsSync(join(at, 'cgroup.procs')),
);

/** Cgroup version for containers: v2 (`1`), or v1 (`0`) if the machine has no other; see systemd-nspawn(1). */
export const hierarchy = unified === undefined ? '0' : '1';

/** Cgroup trees in which systemd tracks processes. */
const trees = [unified, '/sys/fs/cgroup/systemd'].filter(
  (at) => at !== undefined && existsSync(at),
) as string[];

/** Timeout in ms. */
const REMOVAL_TIMEOUT_MS = 10_000;

const prefix = 'comet-container-';

/**
 * Creates a cgroup for a container in each tree: with a shared one, the systemd of each container would manage the other's processes.
 * Returns their folders for `removeCgroups`. Removes leftovers of killed runs.
 */
export async function createCgroups(container: string): Promise<readonly string[]> {
  await removeLeftovers();
  const folders = trees.map((tree) => join(tree, `${prefix}${process.pid}-${container}`));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  return folders;
}

/** Removes the cgroups when their last process has ended, shortly after the container's first process. */
export async function removeCgroups(folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    for (
      const deadline = Date.now() + REMOVAL_TIMEOUT_MS;
      existsSync(folder) && Date.now() < deadline;
      await sleep(20)
    )
      await removeTree(folder);
}

async function removeTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}

async function removeLeftovers(): Promise<void> {
  for (const tree of trees)
    for (const name of await readdir(tree)) {
      const owner = name.startsWith(prefix) ? /^\d+/.exec(name.slice(prefix.length))?.[0] : undefined;
      if (owner !== undefined && !existsSync(`/proc/${owner}`)) await removeTree(join(tree, name));
    }
}
