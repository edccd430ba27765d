import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the folder of Debian's unpacked `openresolv`, downloaded once. It is not installed, because the installed package would
 * manage this machine's own /etc/resolv.conf.
 */
async function unpackedOpenresolv(): Promise<string> {
  const cache = join(homedir(), '.cache', 'comet');
  const folder = join(cache, 'openresolv');
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(join(cache, 'openresolv-'));
  const download = () => run('apt-get', ['download', 'openresolv'], { cwd: temporary });
  // Package lists may be missing on a machine that already had all other packages.
  await download().catch(async () => {
    await run('apt-get', ['update']);
    await download();
  });
  const [archive = ''] = await readdir(temporary);
  const unpacked = join(temporary, 'unpacked');
  await run('dpkg-deb', ['--extract', join(temporary, archive), unpacked]);
  await rename(unpacked, folder);
  return folder;
}

/**
 * Returns a wrapper that runs a command of a lab host as if `openresolv` were installed. Each lab command has its own mount namespace,
 * so the mounts do not affect this machine. `namespace` is the host's network namespace, whose resolv.conf is in /etc/netns.
 */
export async function withOpenresolv(
  namespace: string,
): Promise<(command: readonly string[]) => readonly string[]> {
  const folder = await unpackedOpenresolv();
  const own = `/run/comet-${namespace}`;
  const overlay = (at: string, options: string) => `mount -t overlay overlay -o ${options} ${at}`;
  const script = [
    'set -e',
    `mkdir -p ${own}/etc ${own}/work ${own}/resolvconf /run/resolvconf`,
    `mount --bind ${own}/resolvconf /run/resolvconf`,
    overlay('/usr/sbin', `lowerdir=${folder}/sbin:/usr/sbin`),
    overlay('/usr/lib', `lowerdir=${folder}/lib:/usr/lib`),
    // The overlay receives openresolv's backup of resolv.conf. The file itself stays the one that the host's other commands read.
    `touch ${own}/resolv.conf`,
    `mount --bind /etc/resolv.conf ${own}/resolv.conf`,
    overlay('/etc', `lowerdir=${folder}/etc:/etc,upperdir=${own}/etc,workdir=${own}/work`),
    `mount --bind ${own}/resolv.conf /etc/resolv.conf`,
    'exec "$@"',
  ];
  return (command) => ['sh', '-c', script.join('\n'), 'sh', ...command];
}
