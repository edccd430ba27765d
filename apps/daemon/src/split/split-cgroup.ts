import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { nftCgroup } from '@comet/linux-network';
import type { SplitPlan } from '../platform/firewall/split-rules.ts';

/** The only path where nft searches for cgroups. */
const cgroupRoot = '/sys/fs/cgroup';

/** Returns the mount point of cgroup v2 below /sys/fs/cgroup, and mounts it if it is not mounted; null if the machine has none. */
async function cgroupTree(log: Log): Promise<string | null> {
  return (await unifiedMount()) ?? (await mountUnified(log));
}

/** Returns a process's path in cgroup v2: the line of /proc/PID/cgroup without controllers. Rejects if the process has ended. */
async function cgroupOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cgroup`, 'utf8');
  return /^0::(.*)$/m.exec(text)?.[1] ?? '/';
}

/** Returns the paths of all cgroups with this name. */
async function cgroupsNamed(name: string, tree: string, at = '/'): Promise<readonly string[]> {
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

/** The mount point of cgroup v2: /sys/fs/cgroup itself, or `unified` below it in addition to cgroup v1. */
async function unifiedMount(): Promise<string | null> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  for (const line of mounts.split('\n')) {
    const [fields = '', kind = ''] = line.split(' - ');
    const [, , , part, cgroup = ''] = fields.split(' ');
    const isBelowRoot = cgroup === cgroupRoot || cgroup.startsWith(`${cgroupRoot}/`);
    if (kind.startsWith('cgroup2 ') && part === '/' && isBelowRoot) return cgroup;
  }
  return null;
}

/** In a mount namespace with a new /sys, as `ip netns exec` creates it, cgroup v2 is not mounted. */
async function mountUnified(log: Log): Promise<string | null> {
  if ((await readdir(cgroupRoot).catch(() => ['?'])).length > 0) return null;
  try {
    await promisify(execFile)('/bin/mount', ['-t', 'cgroup2', 'cgroup2', cgroupRoot]);
    return cgroupRoot;
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'Without cgroups, programs cannot be distinguished');
    return null;
  }
}

/** The cgroups of split tunnelling. */
const splitName = 'comet.split';

type Known = SplitPlan['cgroups'][number];

/**
 * The cgroups (v2) of split tunnelling. Each is a child, without controllers, of its processes' previous cgroup, so
 * that the limits of that one still apply. A child process inherits the cgroup; a socket belongs to the cgroup of its creator.
 */
export interface SplitCgroups {
  /** The current cgroups. */
  known(): Promise<readonly Known[]>;
  /** Adds a process. `follow` adds a new cgroup to the rules before it contains a process. */
  add(pid: number, follow: () => Promise<void>): Promise<void>;
  /** Moves an added process back to its previous cgroup. */
  remove(pid: number): Promise<void>;
  /** Adds the running processes of these programs in this network namespace that are not in it yet. */
  gather(programs: ReadonlySet<string>, follow: () => Promise<void>): Promise<void>;
  /** Whether a process of this network namespace is in one. */
  isUsed(): Promise<boolean>;
  /** Moves every process of this network namespace back; processes of other namespaces belong to another daemon. */
  release(): Promise<void>;
}

/** Null where the machine has no cgroup v2 below /sys/fs/cgroup. `name`: of each cgroup. */
export async function openSplitCgroups(log: Log, name = splitName): Promise<SplitCgroups | null> {
  const tree = await cgroupTree(log);
  return tree === null ? null : cgroupsIn(tree, name);
}

async function cgroupsIn(tree: string, name: string): Promise<SplitCgroups> {
  /** Paths of cgroups, with the inode of each in the rules. */
  const inodes = new Map<string, number>();
  const added = new Set<number>();

  // Those of an earlier daemon, with the processes in them.
  for (const cgroup of await cgroupsNamed(name, tree)) {
    const inode = await inodeOf(join(tree, cgroup));
    if (inode !== null) inodes.set(cgroup, inode);
  }

  async function add(pid: number, follow: () => Promise<void>): Promise<void> {
    const parent = await cgroupOf(pid);
    // It may also be in a cgroup of another name below.
    if (parent.split('/').includes(name)) return;
    const cgroup = join(parent, name);
    // Checked before it is created: a path that the rules cannot name is of no use.
    nftCgroup(pathInNft(tree, cgroup));
    const folder = join(tree, cgroup);
    await mkdir(folder).catch(() => undefined);
    const inode = await inodeOf(folder);
    if (inode === null) throw new Error(`no split cgroup in ${parent}`);
    if (inodes.get(cgroup) !== inode) {
      inodes.set(cgroup, inode);
      await follow();
    }
    await writeFile(join(folder, 'cgroup.procs'), String(pid));
    added.add(pid);
  }

  async function moveBack(pid: number): Promise<void> {
    const cgroup = await cgroupOf(pid).catch(() => '/');
    if (basename(cgroup) === name)
      await writeFile(join(tree, dirname(cgroup), 'cgroup.procs'), String(pid)).catch(() => undefined);
    added.delete(pid);
  }

  return {
    async known() {
      for (const [cgroup, inode] of inodes)
        if ((await inodeOf(join(tree, cgroup))) !== inode) inodes.delete(cgroup);
      return [...inodes].map(([cgroup, inode]) => ({
        path: pathInNft(tree, cgroup),
        level: cgroup.split('/').length - 1,
        inode,
      }));
    },
    add,
    remove: moveBack,
    async gather(programs, follow) {
      if (programs.size === 0) return;
      const own = await networkOf('self');
      for (const pid of await processes()) {
        // A process may end at any moment, or be a kernel thread; and this process is never one of them.
        const program = await readlink(`/proc/${pid}/exe`).catch(() => null);
        if (program === null || pid === process.pid || !programs.has(program.replace(/ \(deleted\)$/, '')))
          continue;
        if ((await networkOf(pid)) === own) await add(pid, follow).catch(() => undefined);
      }
    },
    async isUsed() {
      const own = await networkOf('self');
      for (const cgroup of inodes.keys())
        for (const pid of await membersOf(join(tree, cgroup)))
          if ((await networkOf(pid)) === own) return true;
      return false;
    },
    async release() {
      const own = await networkOf('self');
      for (const cgroup of inodes.keys()) {
        const folder = join(tree, cgroup);
        for (const pid of await membersOf(folder))
          if (added.has(pid) || (await networkOf(pid)) === own) await moveBack(pid);
        await rmdir(folder).catch(() => undefined);
      }
      added.clear();
    },
  };
}

async function membersOf(folder: string): Promise<readonly number[]> {
  const members = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '');
  return members.split('\n').filter(Boolean).map(Number);
}

function pathInNft(tree: string, cgroup: string): string {
  return join(tree, cgroup).slice(cgroupRoot.length + 1);
}

/** Null if it does not exist or another user created it: that user could move processes into it. */
async function inodeOf(folder: string): Promise<number | null> {
  const about = await stat(folder).catch(() => null);
  return about?.isDirectory() === true && about.uid === process.getuid?.() ? about.ino : null;
}

/** The network namespace of a process, or null if it has ended. */
function networkOf(pid: number | 'self'): Promise<string | null> {
  return readlink(`/proc/${pid}/ns/net`).catch(() => null);
}

async function processes(): Promise<readonly number[]> {
  return (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
}
