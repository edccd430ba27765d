import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunTool } from '../src/platform/system/run-tool.ts';
import { type WatchFile, watchByInotify } from '../src/platform/files/watch-file.ts';

/** systemd-resolved with its own bus, network and /run: it has no effect on the machine. */
export interface RealResolved {
  /** Runs a program in the service's namespaces. */
  readonly run: RunTool;
  /** Watches a file in the service's namespaces. */
  readonly watchFile: WatchFile;
  /** Ends only the service. */
  endService(): Promise<void>;
  end(): Promise<void>;
}

interface Programs {
  readonly service: string;
  readonly client: string;
}

/** The service's user, which exists only if the service is installed. */
const user = 'systemd-resolve:x:990:990::/:/usr/sbin/nologin';
const bus = `<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_destination="*"/><allow eavesdrop="false"/></policy></busconfig>`;

/** Links with a carrier: systemd-resolved sends no query through a link without one. */
const script = (folder: string, { service }: Programs) => `set -e
mount -t tmpfs tmpfs /run
mkdir -p /run/dbus /run/systemd/resolve
cp /etc/passwd /etc/group /run/
grep -q ^systemd-resolve: /run/passwd || echo '${user}' >> /run/passwd
grep -q ^systemd-resolve: /run/group || echo 'systemd-resolve:x:990:' >> /run/group
mount --bind /run/passwd /etc/passwd
mount --bind /run/group /etc/group
chown systemd-resolve:systemd-resolve /run/systemd/resolve
dbus-daemon --config-file=${join(folder, 'bus.conf')} --fork --nopidfile
touch /run/own-bus
ip link set lo up
for link in comet0 eth0; do
  ip link add $link type veth peer name far-$link
  ip link set $link up
  ip link set far-$link up
done
ip address add 100.70.0.2/10 dev comet0
ip address add 192.0.2.2/24 dev eth0
${service} &
echo $! > /run/service
exec sleep infinity`;

/** Null if the machine has neither systemd-resolved nor a package of it. */
export async function startResolved(): Promise<RealResolved | null> {
  const programs = await findPrograms();
  if (programs === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'comet-resolved-'));
  await writeFile(join(folder, 'bus.conf'), bus);
  const holder = spawn(
    'unshare',
    ['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-c', script(folder, programs)],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => holder.once('close', resolve));
  const inside = await firstChildOf(holder);
  const run: RunTool = (command, args) =>
    outcomeOf('nsenter', [
      ...['-t', String(inside), '-m', '-n', '-p'],
      ...[command === 'resolvectl' ? programs.client : command, ...args],
    ]);
  // Before the separate bus exists, a query would be sent to the machine's.
  const responds = async () =>
    existsSync(`/proc/${inside}/root/run/own-bus`) && (await run('resolvectl', ['status'])).code === 0;
  for (let tries = 0; !(await responds()); tries += 1) {
    if (tries > 100) throw new Error('systemd-resolved does not respond');
    await sleep(50);
  }
  return {
    run,
    watchFile: (path, onChange) => watchByInotify(`/proc/${inside}/root${path}`, onChange),
    async endService() {
      await run('sh', ['-c', 'kill $(cat /run/service)']);
      while ((await run('resolvectl', ['status'])).code === 0) await sleep(20);
    },
    async end() {
      holder.kill('SIGTERM');
      process.kill(inside, 'SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** The installed files, or the package's without an installation, which would change the machine's resolver. */
async function findPrograms(): Promise<Programs | null> {
  const installed = { service: '/lib/systemd/systemd-resolved', client: '/usr/bin/resolvectl' };
  if (existsSync(installed.service) && existsSync(installed.client)) return installed;
  const folder = join(homedir(), '.cache', 'comet', 'systemd-resolved');
  const unpacked = { service: join(folder, installed.service), client: join(folder, installed.client) };
  if (existsSync(unpacked.service)) return unpacked;
  const download = await mkdtemp(join(tmpdir(), 'comet-package-'));
  try {
    await outcomeOf('apt-get', ['download', 'systemd-resolved'], download);
    const [file] = await readdir(download);
    if (file === undefined) return null;
    await mkdir(folder, { recursive: true });
    const { code } = await outcomeOf('dpkg-deb', ['-x', join(download, file), folder]);
    return code === 0 ? unpacked : null;
  } finally {
    await rm(download, { recursive: true });
  }
}

async function firstChildOf({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const { stdout } = await outcomeOf('pgrep', ['-P', String(pid)]);
    const child = Number(stdout.trim());
    if (child > 0) return child;
    await sleep(10);
  }
}

function outcomeOf(command: string, args: readonly string[], cwd = '/'): ReturnType<RunTool> {
  return new Promise((resolve) => {
    execFile(command, [...args], { cwd, timeout: 10_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr });
    });
  });
}
