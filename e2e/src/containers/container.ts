import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hierarchy, createCgroups, removeCgroups } from './cgroup.ts';
import { type Ended, run, type RunOptions } from './run.ts';

/** A Debian container booted with systemd, isolated from this machine. */
export interface Container {
  run(argv: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Returns the standard output of a command. Throws if it fails. */
  output(...argv: readonly string[]): Promise<string>;
  /** Writes a world-readable file. */
  write(path: string, text: string): Promise<void>;
  close(): Promise<void>;
}

interface ContainerOptions {
  readonly name: string;
  /** Root folder; changes are kept in memory. */
  readonly root: string;
  /** Network namespace, by its name in ip-netns(8). */
  readonly namespace: string;
  /** Folders of this machine that are mounted at the same paths, read-only. */
  readonly folders: readonly string[];
}

/** Timeout of a boot in ms; it takes one or two seconds on an idle machine. */
const BOOT = 60_000;

// Enters the cgroups and a PID namespace around systemd-nspawn's, so that everything ends with this process, even if it is killed.
const ENTER = 'for at in $CGROUPS; do echo $$ > $at/cgroup.procs; done; exec "$@"';
const HOLD = [
  'setpriv',
  '--pdeathsig=KILL',
  'unshare',
  '--pid',
  '--mount-proc',
  '--fork',
  '--kill-child=KILL',
];

/** Boots a container and resolves when its systemd has started everything. */
export async function startContainer(options: ContainerOptions): Promise<Container> {
  const cgroups = await createCgroups(options.name);
  const nspawn = [
    ...[
      'systemd-nspawn',
      '--boot',
      '--quiet',
      '--console=pipe',
      '--volatile=overlay',
      `--directory=${options.root}`,
    ],
    ...[
      '--register=no',
      '--keep-unit',
      '--link-journal=no',
      '--resolv-conf=off',
      `--machine=${options.name}`,
    ],
    ...[`--network-namespace-path=/run/netns/${options.namespace}`, '--capability=CAP_NET_ADMIN'],
    ...['--bind=/dev/net/tun', ...options.folders.map((folder) => `--bind-ro=${folder}`)],
  ];
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    CGROUPS: cgroups.join(' '),
    SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: hierarchy,
    // Makes the kernel's network settings writable.
    SYSTEMD_NSPAWN_API_VFS_WRITABLE: 'network',
  };
  const holder = spawn('sh', ['-c', ENTER, 'sh', ...HOLD, ...nspawn], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(holder, 'exit');
  let log = '';
  for (const stream of [holder.stdout, holder.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-4_000)));

  async function close(): Promise<void> {
    holder.kill('SIGKILL');
    await ended;
    await removeCgroups(cgroups);
  }

  try {
    const leader = await leaderOf(holder.pid ?? 0, () => {
      if (holder.exitCode !== null || holder.signalCode !== null)
        throw new Error(`systemd-nspawn ended:\n${log}`);
    });
    const inside = [
      'nsenter',
      `--target=${leader}`,
      '--all',
      '--',
      'env',
      '-i',
      `PATH=${env.PATH}`,
      'LC_ALL=C',
    ];
    const container: Container = {
      run: (argv, limits) => run([...inside, ...argv], limits),
      async output(...argv) {
        const { code, stdout, stderr } = await run([...inside, ...argv]);
        if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
        return stdout;
      },
      async write(path, text) {
        const { code, stderr } = await run(
          [...inside, 'sh', '-c', 'mkdir -p "${1%/*}" && cat > "$1"', 'sh', path],
          { input: text },
        );
        if (code !== 0) throw new Error(`${path} could not be written: ${stderr}`);
      },
      close,
    };
    await booted(container);
    return container;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the pid of the container's first process: the child of systemd-nspawn, which is a child of unshare(1). */
async function leaderOf(holder: number, check: () => void): Promise<number> {
  const childOf = async (pid: number): Promise<number> => {
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    return Number(text.split(' ')[0] ?? '');
  };
  for (const deadline = Date.now() + BOOT; Date.now() < deadline; await sleep(20)) {
    check();
    const nspawn = await childOf(holder);
    const leader = nspawn > 0 ? await childOf(nspawn) : 0;
    if (leader > 0 && (await readFile(`/proc/${leader}/comm`, 'utf8').catch(() => '')) === 'systemd\n')
      return leader;
  }
  throw new Error('systemd-nspawn started nothing');
}

async function booted(container: Container): Promise<void> {
  let state = '';
  for (const deadline = Date.now() + BOOT; Date.now() < deadline; await sleep(100)) {
    state = (await container.run(['systemctl', 'is-system-running'])).stdout.trim();
    if (state === 'running') return;
    if (state === 'degraded') throw new Error(await container.output('systemctl', '--failed', '--no-legend'));
  }
  throw new Error(`The container has not booted: ${state}`);
}
