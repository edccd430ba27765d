import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { releaseLifetime } from '@comet/admission';
import { ARCHITECTURES } from '../toolchain/architecture.ts';
import { findCommand, installMissingPackages, REPOSITORY_COMMANDS } from '../toolchain/debian-packages.ts';
import { UserError } from '../user-error.ts';
import { output } from './output.ts';
import type { ReleasedPackage } from './release.ts';

const SUITE = 'stable';
/** Each has an index, perhaps an empty one. */
const NAMES = Object.values(ARCHITECTURES).map(({ debian }) => debian);

interface Repository {
  readonly folder: string;
  readonly url: string;
  readonly signAs: string;
  /** Text of the changelog. */
  readonly changelog: string;
}

/**
 * Adds packages to a repository for apt (wiki.debian.org/DebianRepository/Format) and dnf, and signs both indexes and each RPM package.
 * Older versions stay. The apt index is valid for 90 days, like an update manifest. `folder` also gets the changelog, the public key, and
 * one file each for /etc/apt/sources.list.d and /etc/yum.repos.d. Throws a UserError with the output of the program that failed.
 */
export async function publishRepository(
  packages: readonly ReleasedPackage[],
  { folder, url, signAs, changelog }: Repository,
): Promise<void> {
  const missing = await installMissingPackages(REPOSITORY_COMMANDS, console.log);
  if (missing !== null) throw new UserError(missing);
  const key = await output(['gpg', '--armor', '--export', signAs]);
  if (key === '') throw new UserError(`gpg has no key ${signAs}.`);
  const sign = ['gpg', '--batch', '--yes', '--local-user', signAs];
  await writeAptIndex(packages, join(folder, 'apt'), sign);
  await writeDnfIndex(packages, join(folder, 'rpm'), sign, signAs);
  await writeFile(join(folder, 'CHANGELOG.md'), changelog);
  await writeFile(join(folder, 'comet.asc'), key);
  await writeFile(join(folder, 'comet.sources'), aptSource(url, key));
  await writeFile(join(folder, 'comet.repo'), dnfSource(url));
}

async function writeAptIndex(
  packages: readonly ReleasedPackage[],
  apt: string,
  sign: readonly string[],
): Promise<void> {
  for (const { path, name } of packages.filter(({ format }) => format === 'deb')) {
    const pool = join(apt, 'pool/main/c', name);
    await mkdir(pool, { recursive: true });
    await copyFile(path, join(pool, basename(path)));
  }
  const suite = join(apt, 'dists', SUITE);
  const weak = ['MD5', 'SHA1'].flatMap((hash) => ['-o', `APT::FTPArchive::${hash}=false`]);
  const inApt = ['env', '-C', apt, 'apt-ftparchive', ...weak];
  for (const name of NAMES) {
    const index = await output([...inApt, '--arch', name, 'packages', 'pool']);
    const binary = join(suite, 'main', `binary-${name}`);
    await mkdir(binary, { recursive: true });
    await writeFile(join(binary, 'Packages'), index);
    await writeFile(join(binary, 'Packages.gz'), gzipSync(index));
  }
  const fields = {
    Origin: 'Comet',
    Label: 'Comet',
    Suite: SUITE,
    Codename: SUITE,
    Components: 'main',
    Architectures: NAMES.join(' '),
    ValidTime: String(releaseLifetime),
  };
  const options = Object.entries(fields).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
  const release = join(suite, 'Release');
  // Otherwise it would list its predecessor.
  for (const name of ['InRelease', 'Release', 'Release.gpg']) await rm(join(suite, name), { force: true });
  await writeFile(release, await output([...inApt, ...options, 'release', `dists/${SUITE}`]));
  await output([...sign, '--clearsign', '--output', join(suite, 'InRelease'), release]);
  await output([...sign, '--armor', '--detach-sign', '--output', `${release}.gpg`, release]);
}

async function writeDnfIndex(
  packages: readonly ReleasedPackage[],
  rpm: string,
  sign: readonly string[],
  signAs: string,
): Promise<void> {
  await mkdir(rpm, { recursive: true });
  // rpm's default is the path of another distribution.
  const macros = ['--define', `_gpg_name ${signAs}`, '--define', `__gpg ${findCommand('gpg') ?? 'gpg'}`];
  for (const { path } of packages.filter(({ format }) => format === 'rpm')) {
    const copy = join(rpm, basename(path));
    await copyFile(path, copy);
    await output(['rpmsign', ...macros, '--addsign', copy]);
  }
  await output(['createrepo_c', '--quiet', '--update', rpm]);
  const index = join(rpm, 'repodata/repomd.xml');
  await output([...sign, '--armor', '--detach-sign', '--output', `${index}.asc`, index]);
}

/** A file of sources.list(5) with the key inside, so that it is the only file to install. */
function aptSource(url: string, key: string): string {
  const lines = key.trimEnd().split('\n');
  return [
    'Types: deb',
    `URIs: ${url}/apt`,
    `Suites: ${SUITE}`,
    'Components: main',
    'Signed-By:',
    ...lines.map((line) => ` ${line === '' ? '.' : line}`),
    '',
  ].join('\n');
}

/** A file of dnf.conf(5). */
function dnfSource(url: string): string {
  return [
    '[comet]',
    'name=Comet',
    `baseurl=${url}/rpm`,
    'gpgcheck=1',
    'repo_gpgcheck=1',
    `gpgkey=${url}/comet.asc`,
    '',
  ].join('\n');
}
