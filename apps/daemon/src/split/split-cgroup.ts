import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = '/sys/fs/cgroup';
const name = 'comet.split';

/** The cgroup (v2) whose processes take another way. A child is born into it; a socket belongs to it by where its maker was. */
export interface SplitCgroup {
  /** As nft names it, relative to /sys/fs/cgroup. */
  readonly path: string;
  add(pid: number): Promise<void>;
  /** Lets a process that was added go back to where it was. */
  remove(pid: number): Promise<void>;
  /** Adds what runs of these programs in this network namespace and is not there yet. */
  gather(programs: ReadonlySet<string>): Promise<void>;
  /** Lets every process of this network namespace go back to where it was; those of others are some other daemon's. */
  release(): Promise<void>;
}

/** Null where the machine has no cgroup v2 below /sys/fs/cgroup, the one place where nft looks. */
export async function openSplitCgroup(log: (line: string) => void): Promise<SplitCgroup | null> {
  const mount = (await unifiedMount()) ?? (await mountUnified(log));
  if (mount === null) return null;
  const folder = join(mount, name);
  const made = await mkdir(folder, { recursive: true }).then(
    () => true,
    () => false,
  );
  if (!made) return null;
  /** Where each process was before; a process that ends is forgotten at the next release. */
  const before = new Map<number, string>();

  async function add(pid: number): Promise<void> {
    const from = await cgroupOf(pid);
    if (from === `/${name}`) return;
    await writeFile(join(folder, 'cgroup.procs'), String(pid));
    before.set(pid, from);
  }

  const sendHome = async (pid: number): Promise<void> => {
    const home = join(mount, before.get(pid) ?? '/', 'cgroup.procs');
    await writeFile(home, String(pid)).catch(() =>
      writeFile(join(mount, 'cgroup.procs'), String(pid)).catch(() => undefined),
    );
  };

  return {
    path: join(mount, name).slice(root.length + 1),
    add,
    async remove(pid) {
      await sendHome(pid);
      before.delete(pid);
    },
    async gather(programs) {
      if (programs.size === 0) return;
      const own = await networkOf('self');
      for (const pid of await processes()) {
        // A process may end at any moment, or be a kernel thread; and we are never one of those that are meant.
        const program = await readlink(`/proc/${pid}/exe`).catch(() => null);
        if (program === null || pid === process.pid || !programs.has(program.replace(/ \(deleted\)$/, '')))
          continue;
        if ((await networkOf(pid)) === own) await add(pid).catch(() => undefined);
      }
    },
    async release() {
      const members = (await readFile(join(folder, 'cgroup.procs'), 'utf8')).split('\n').filter(Boolean);
      const own = await networkOf('self');
      for (const pid of members.map(Number)) {
        if (!before.has(pid) && (await networkOf(pid)) !== own) continue;
        await sendHome(pid);
      }
      before.clear();
    },
  };
}

/** A process's place in cgroup v2: the line of /proc/PID/cgroup that has no controllers. */
async function cgroupOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cgroup`, 'utf8');
  return /^0::(.*)$/m.exec(text)?.[1] ?? '/';
}

/** The network namespace of a process, or null when it has ended. */
function networkOf(pid: number | 'self'): Promise<string | null> {
  return readlink(`/proc/${pid}/ns/net`).catch(() => null);
}

async function processes(): Promise<readonly number[]> {
  return (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
}

/** Where cgroup v2 is mounted whole: /sys/fs/cgroup itself, or `unified` below it beside cgroup v1. */
async function unifiedMount(): Promise<string | null> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  for (const line of mounts.split('\n')) {
    const [fields = '', kind = ''] = line.split(' - ');
    const [, , , part, place = ''] = fields.split(' ');
    if (kind.startsWith('cgroup2 ') && part === '/' && (place === root || place.startsWith(`${root}/`)))
      return place;
  }
  return null;
}

/** In a mount namespace with a fresh /sys, as `ip netns exec` makes one, nothing is mounted there. */
async function mountUnified(log: (line: string) => void): Promise<string | null> {
  if ((await readdir(root).catch(() => ['?'])).length > 0) return null;
  try {
    await promisify(execFile)('/bin/mount', ['-t', 'cgroup2', 'cgroup2', root]);
    return root;
  } catch (error) {
    log(`no cgroups, so programs cannot be told apart: ${String(error)}`);
    return null;
  }
}
