import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Result of a command. */
interface CommandResult {
  readonly code: number;
  /** Standard output and error, concatenated. */
  readonly output: string;
}

/**
 * A machine to install packages on: this machine's files under an in-memory overlay, and a separate network namespace. Changes do not
 * affect this machine.
 */
export interface OverlayMachine {
  run(...command: readonly string[]): Promise<CommandResult>;
  /** Returns the output of a command. Throws if it fails. */
  output(...command: readonly string[]): Promise<string>;
  /** Starts a process, which `close` ends. */
  start(...command: readonly string[]): ChildProcess;
  /** Returns the calls of systemctl since the last call of this function; systemctl starts and stops nothing here. */
  systemctlCalls(): Promise<readonly string[]>;
  /** Returns the paths that differ from this machine's or are missing. */
  changes(): Promise<readonly string[]>;
  close(): Promise<void>;
}

// Excludes cgroups, which are shared, and the cache, where stacks of this machine have a folder. systemctl records its calls, so that tests
// can check the scripts of a package; calls that only change files are executed. Overrides this machine's policy-rc.d, which may forbid
// starting services.
const SET_UP = `set -e
mount -t tmpfs tmpfs "$1"
cd "$1"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
mount -t proc proc root/proc
mount -t sysfs sysfs root/sys
mount -t tmpfs tmpfs root/sys/fs/cgroup
touch root/sys/fs/cgroup/none
mount --rbind /dev root/dev
mount -t tmpfs tmpfs root/run
mount -t tmpfs tmpfs root/var/cache
mkdir -p root/run/systemd/system
cp root/usr/bin/systemctl root/run/systemctl
cat > systemctl <<'END'
#!/bin/sh
case "$*" in
  --root=*) exec /run/systemctl "$@" ;;
  *is-enabled*) echo enabled ;;
  *is-active*) ;;
  *) echo "$*" >> /run/told ;;
esac
END
printf '#!/bin/sh\\nexit 104\\n' > policy
chmod 755 systemctl policy
mount --bind systemctl root/usr/bin/systemctl
[ ! -e root/usr/sbin/policy-rc.d ] || mount --bind policy root/usr/sbin/policy-rc.d
ip link set lo up
echo ready
exec sleep infinity
`;

const CHANGES = `cd "$1/upper"
find . -mindepth 1 -printf '%y %P\\n' | while read -r kind path; do
  [ "$kind" = d ] && [ -d "/$path" ] && continue
  [ "$kind" = f ] && cmp -s "$path" "/$path" && continue
  [ "$kind" = l ] && [ "$(readlink "$path")" = "$(readlink "/$path")" ] && continue
  echo "/$path"
done`;

/** Rejects if this machine has no overlayfs or namespaces. */
export async function openOverlayMachine(): Promise<OverlayMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-machine-'));
  const holder = spawn('unshare', ['--mount', '--net', '--', '/bin/sh', '-c', SET_UP, 'sh', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const left = once(holder, 'exit');
  let stderr = '';
  holder.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const ready = once(holder.stdout, 'data').then(() => true);
  if (!(await Promise.race([ready, left.then(() => false)]))) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`the overlay machine did not start: ${stderr.trim()}`);
  }
  const started: ChildProcess[] = [];
  const into = ['--target', String(holder.pid), '--mount', '--net', '--'];
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/run/home',
    LC_ALL: 'C',
    DEBIAN_FRONTEND: 'noninteractive',
  };
  const inside = (command: readonly string[]): string[] => [
    ...into,
    'chroot',
    join(folder, 'root'),
    ...command,
  ];

  const execute = (args: readonly string[]): Promise<CommandResult> =>
    new Promise((resolve) => {
      execFile('nsenter', args, { env, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 128;
        resolve({ code, output: stdout + stderr });
      });
    });

  async function output(...command: readonly string[]): Promise<string> {
    const ended = await execute(inside(command));
    if (ended.code !== 0) throw new Error(`${command.join(' ')} ended with ${ended.code}:\n${ended.output}`);
    return ended.output;
  }

  return {
    run: (...command) => execute(inside(command)),
    output,
    start(...command) {
      const child = spawn('nsenter', inside(command), { env, stdio: ['ignore', 'pipe', 'pipe'] });
      started.push(child);
      return child;
    },
    async systemctlCalls() {
      const { output: calls } = await execute(inside(['sh', '-c', 'cat /run/told; rm -f /run/told']));
      return calls.split('\n').filter((line) => line !== '');
    },
    async changes() {
      const { output: paths } = await execute([...into, 'sh', '-c', CHANGES, 'sh', folder]);
      return paths.split('\n').filter((path) => path !== '');
    },
    async close() {
      for (const child of started) child.kill('SIGKILL');
      holder.kill('SIGKILL');
      await left;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
