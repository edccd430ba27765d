import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** podman in namespaces for its networks and mounts, with its own storage: nothing of this machine is used or changed. */
export interface ContainerHost {
  /** Runs a program there, in `folder` if one is given, and returns its standard output. Throws its error output. */
  output(...argv: readonly string[]): Promise<string>;
  /** Removes all containers and the namespaces. */
  close(): Promise<void>;
}

/**
 * crun supports cgroups v1 or v2, not both at once: where the machine has both, the namespace has v1 only. podman finds its DNS server by a
 * file in /run/containers, which may name one of another namespace.
 */
const PREPARE = `\
mkdir -p /run/containers
mount -t tmpfs tmpfs /run/containers
if [ -e /sys/fs/cgroup/unified ]; then umount /sys/fs/cgroup/unified; fi
ip link set lo up
echo ready
exec cat`;

/** Opens the namespaces. Configuration and storage of podman are in `folder`. */
export async function openContainerHost(folder: string): Promise<ContainerHost> {
  const at = (name: string): string => join(folder, 'podman', name);
  await mkdir(at(''), { recursive: true });
  const storage = { driver: 'overlay', graphroot: at('graph'), runroot: at('run') };
  await writeFile(at('storage.conf'), tableOf('storage', storage));
  await writeFile(
    at('containers.conf'),
    [
      `[containers]\ndefault_ulimits = ["nofile=${await hardLimit('open files')}", "nproc=4096:4096"]\n`,
      tableOf('engine', { cgroup_manager: 'cgroupfs', events_logger: 'file', tmp_dir: at('tmp') }),
      // Otherwise podman selects CNI, without DNS, for a storage that another program has written to.
      tableOf('network', { network_backend: 'netavark', network_config_dir: at('networks') }),
    ].join(''),
  );
  const first = spawn('unshare', ['--mount', '--net', 'sh', '-euc', PREPARE], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await Promise.race([once(first.stdout, 'data'), once(first, 'exit')]);
  const env = {
    ...process.env,
    CONTAINERS_CONF: at('containers.conf'),
    CONTAINERS_STORAGE_CONF: at('storage.conf'),
  };
  const inside = ['--target', String(first.pid), '--mount', '--net', '--'];
  const output = async (...argv: readonly string[]): Promise<string> =>
    (await execute('nsenter', [...inside, ...argv], { env, maxBuffer: 100_000_000 })).stdout;
  return {
    output,
    async close() {
      await output('podman', 'rm', '--all', '--force', '--time=5').catch(() => '');
      first.stdin.end();
      if (first.exitCode === null) await once(first, 'exit');
    },
  };
}

/** A table of TOML (containers.conf(5)); JSON strings are TOML strings. */
const tableOf = (name: string, values: Readonly<Record<string, string>>): string =>
  [
    `[${name}]`,
    ...Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    '',
  ].join('\n');

/** The hard limit of this process, `SOFT:HARD`: podman's default may be above what this machine allows. */
async function hardLimit(name: string): Promise<string> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  const limit = new RegExp(`^Max ${name} +\\S+ +(\\d+)`, 'm').exec(limits)?.[1] ?? '1024';
  return `${limit}:${limit}`;
}
