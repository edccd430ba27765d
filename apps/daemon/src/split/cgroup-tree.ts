import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The one place where nft looks for cgroups. */
export const cgroupRoot = '/sys/fs/cgroup';

/** Where cgroup v2 is mounted whole below /sys/fs/cgroup, mounted there if nothing is; null where the machine has none. */
export async function cgroupTree(log: (line: string) => void): Promise<string | null> {
  return (await unifiedMount()) ?? (await mountUnified(log));
}

/** A process's place in cgroup v2: the line of /proc/PID/cgroup that has no controllers. Rejects when it has ended. */
export async function cgroupOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cgroup`, 'utf8');
  return /^0::(.*)$/m.exec(text)?.[1] ?? '/';
}

/** Every cgroup of this name, by its place in the tree. */
export async function cgroupsNamed(name: string, tree: string, at = '/'): Promise<readonly string[]> {
  const entries = await readdir(join(tree, at), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const below = join(at, entry.name);
    if (entry.name === name) found.push(below);
    else found.push(...(await cgroupsNamed(name, tree, below)));
  }
  return found;
}

/** Where cgroup v2 is mounted whole: /sys/fs/cgroup itself, or `unified` below it beside cgroup v1. */
async function unifiedMount(): Promise<string | null> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  for (const line of mounts.split('\n')) {
    const [fields = '', kind = ''] = line.split(' - ');
    const [, , , part, place = ''] = fields.split(' ');
    const isThere = place === cgroupRoot || place.startsWith(`${cgroupRoot}/`);
    if (kind.startsWith('cgroup2 ') && part === '/' && isThere) return place;
  }
  return null;
}

/** In a mount namespace with a fresh /sys, as `ip netns exec` makes one, nothing is mounted there. */
async function mountUnified(log: (line: string) => void): Promise<string | null> {
  if ((await readdir(cgroupRoot).catch(() => ['?'])).length > 0) return null;
  try {
    await promisify(execFile)('/bin/mount', ['-t', 'cgroup2', 'cgroup2', cgroupRoot]);
    return cgroupRoot;
  } catch (error) {
    log(`no cgroups, so programs cannot be told apart: ${String(error)}`);
    return null;
  }
}
