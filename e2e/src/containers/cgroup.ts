import { existsSync } from 'node:fs';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The path of cgroup v2: alone, or besides cgroup v1. */
const unified = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'].find((at) =>
  existsSync(join(at, 'cgroup.procs')),
);

/** What containers see: cgroup v2 (`1`), or cgroup v1 where the machine has no other (`0`); see systemd-nspawn(1). */
export const hierarchy = unified === undefined ? '0' : '1';

/** The trees in which systemd keeps its processes. */
const trees = [unified, '/sys/fs/cgroup/systemd'].filter(
  (at) => at !== undefined && existsSync(at),
) as string[];

/** Milliseconds. */
const REMOVAL_TIMEOUT_MS = 10_000;

const prefix = 'comet-container-';

/**
 * Makes a cgroup for a container in each tree, since the systemd of two containers in one would take each other's processes for their own.
 * Returns their folders; `removeCgroups` removes them when nothing runs in them any more. Those of runs that were killed go now.
 */
export async function createCgroups(container: string): Promise<readonly string[]> {
  await removeLeftovers();
  const folders = trees.map((tree) => join(tree, `${prefix}${process.pid}-${container}`));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  return folders;
}

/** Removes them once the last process in them has ended, which takes a moment after the first one's end. */
export async function removeCgroups(folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    for (const deadline = Date.now() + REMOVAL_TIMEOUT_MS; existsSync(folder) && Date.now() < deadline; await sleep(20))
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
