import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand, installMissingPackages } from '../toolchain/debian-packages.ts';

/** The programs of a cluster, and the Debian package of each. */
const CLUSTER_COMMANDS = {
  ip: 'iproute2',
  setpriv: 'util-linux',
  openssl: 'openssl',
  curl: 'curl',
  haproxy: 'haproxy',
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  patroni: 'patroni',
} as const;

/** PostgreSQL of each Debian release. */
const POSTGRES_OF_DEBIAN: Readonly<Record<string, string>> = { '12': '15', '13': '17' };
const PROGRAMS = '/usr/lib/postgresql';

/** Returns the folder of the newest PostgreSQL's programs from a Debian package, or null. */
export async function postgresPrograms(): Promise<string | null> {
  const versions = await readdir(PROGRAMS).catch(() => []);
  const found = versions
    .map(Number)
    .filter((version) => existsSync(join(PROGRAMS, String(version), 'bin/postgres')))
    .toSorted((one, other) => other - one);
  return found[0] === undefined ? null : join(PROGRAMS, String(found[0]), 'bin');
}

/** Returns why this machine cannot run a cluster, as one sentence; null if it can. Changes nothing. */
export async function missingClusterPrerequisites(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'A local cluster needs root on Linux: it makes network namespaces.';
  const missing = Object.entries(CLUSTER_COMMANDS).filter(([name]) => findCommand(name) === null);
  const packages = missing.map(([, name]) => name as string);
  if ((await postgresPrograms()) === null) packages.push('postgresql');
  return packages.length === 0
    ? null
    : `Debian packages are missing; this brings them: npm run cluster, or apt-get install ${packages.join(' ')}.`;
}

/** Installs the missing Debian packages, of `more` commands too. Returns null, or one sentence with what is still missing. */
export async function installClusterPackages(
  print: (line: string) => void,
  more: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  if (process.getuid?.() !== 0) return missingClusterPrerequisites();
  const postgres = (await postgresPrograms()) === null ? await postgresPackage() : {};
  return installMissingPackages({ ...CLUSTER_COMMANDS, ...postgres, ...more }, print);
}

/** Returns the server's package for this Debian release by a file that it installs. */
async function postgresPackage(): Promise<Record<string, string>> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const [, debian = ''] = /^VERSION_ID="?(\d+)/m.exec(release) ?? [];
  const version = POSTGRES_OF_DEBIAN[debian] ?? '17';
  return { [join(PROGRAMS, version, 'bin/postgres')]: `postgresql-${version}` };
}

/** Returns the system account `postgres`, which Debian's package creates. */
export async function postgresAccount(): Promise<{ readonly uid: number; readonly gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith('postgres:'))?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no account postgres.');
  return { uid: Number(uid), gid: Number(gid) };
}
