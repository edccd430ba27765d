import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** The folder of a node's PostgreSQL data below the cluster's folder: a disk of its own if the cluster has limited ones. */
export function dataDisk(folder: string, node: string): string {
  return join(folder, 'nodes', node, 'disk');
}

/** Mounts a filesystem in memory of this size in MiB at an existing folder. */
export async function mountDisk(path: string, mebibytes: number): Promise<void> {
  await runCommand(['mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'comet-cluster', path]);
}

/** Unmounts all disks below the folder of a cluster whose processes have ended. */
export async function unmountDisks(folder: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' ')[1]);
  const below = mounts.filter((path) => path?.startsWith(`${join(folder, 'nodes')}/`) === true);
  for (const path of below) await runCommand(['umount', path ?? '']);
}
