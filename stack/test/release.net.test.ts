import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type BuiltPackages, buildPackages } from '../src/packages/build-for-tests.ts';
import { inRepository } from '../src/repository.ts';

const SIGNER = 'packages@acme.example';

let folder = '';
let packages: BuiltPackages;
let version = '';
let newer = '';
const inFolder = (...path: readonly string[]): string => join(folder, ...path);
const output = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
const environment = () => ({ ...process.env, GNUPGHOME: inFolder('gpg') });

function release(...words: readonly string[]) {
  const command = [inRepository('stack/src/release/release.ts'), ...words];
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: environment(),
  });
  return { code, output: stdout + stderr };
}
const publish = (...words: readonly string[]) =>
  release(...['--repository', inFolder('public'), '--url', `https://packages.acme.example/`], ...words);
const signed = () => ['--sign-as', SIGNER, '--changelog', inFolder('CHANGELOG.md')];

/** Options for apt with the repository as its only source, and none of this machine's state. */
async function aptOptions(repository: string): Promise<readonly string[]> {
  const source = await readFile(join(repository, 'comet.sources'), 'utf8');
  const own = await mkdtemp(inFolder('apt-'));
  for (const name of ['etc/sources.list.d', 'lists/partial', 'cache/archives/partial'])
    await mkdir(join(own, name), { recursive: true });
  const list = join(own, 'etc/sources.list.d/comet.sources');
  await writeFile(list, source.replace('https://packages.acme.example', `file:${repository}`));
  const options = {
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': join(own, 'etc/sources.list.d'),
    'Dir::State::lists': join(own, 'lists'),
    'Dir::Cache': join(own, 'cache'),
    'Dir::Etc::trusted': '/dev/null',
    'Dir::Etc::trustedparts': '/dev/null',
    'APT::Sandbox::User': 'root',
  };
  return Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-release-'));
  packages = await buildPackages(inject('packages'));
  version = output('dpkg-deb', '--field', packages.comet.deb, 'Version').trim();
  await mkdir(inFolder('gpg'), { mode: 0o700 });
  const generate = [
    '--batch',
    '--passphrase',
    '',
    '--quick-generate-key',
    SIGNER,
    'rsa3072',
    'sign',
    'never',
  ];
  output('gpg', ...generate);
  await mkdir(inFolder('newer/DEBIAN'), { recursive: true });
  const control = [
    'Package: comet',
    'Version: 99.0.0',
    'Architecture: amd64',
    'Maintainer: Comet <a@b.example>',
  ];
  await writeFile(inFolder('newer/DEBIAN/control'), `${control.join('\n')}\nDescription: a later version\n`);
  newer = inFolder('comet_99.0.0_amd64.deb');
  output('dpkg-deb', '--root-owner-group', '--build', inFolder('newer'), newer);
  const changelog = `# Changelog\n\n## [99.0.0] - 2026-12-01\n\n## ${version} - 2026-11-01\n`;
  await writeFile(inFolder('CHANGELOG.md'), changelog);
});
afterAll(async () => {
  spawnSync('gpgconf', ['--kill', 'all'], { env: environment() });
  await rm(folder, { recursive: true, force: true });
});

describe('a package repository', () => {
  test('keeps earlier versions for apt, and has the changelog', async () => {
    const { deb, rpm } = packages.comet;
    expect(publish(deb, rpm, ...signed())).toMatchObject({ code: 0 });
    expect(publish(newer, ...signed())).toMatchObject({ code: 0 });
    const options = await aptOptions(inFolder('public'));
    output('apt-get', ...options, 'update');
    const versions = output('apt-cache', ...options, 'madison', 'comet');
    expect(versions.trim().split('\n')).toEqual([
      expect.stringContaining('99.0.0'),
      expect.stringContaining(version),
    ]);
    output('env', '-C', folder, 'apt-get', ...options, 'download', `comet=${version}`);
    const sha256 = (path: string): string => output('sha256sum', path).slice(0, 64);
    expect(sha256(inFolder(`comet_${version}_amd64.deb`))).toBe(sha256(deb));
    expect(await readFile(inFolder('public/CHANGELOG.md'), 'utf8')).toContain('## [99.0.0] - 2026-12-01');
  });

  test('apt finds the packages of its own architecture', async () => {
    await mkdir(inFolder('arm64/DEBIAN'), { recursive: true });
    const fields = [
      'Package: comet-gateway',
      `Version: ${version}`,
      'Architecture: arm64',
      'Maintainer: A <a@b.example>',
    ];
    await writeFile(inFolder('arm64/DEBIAN/control'), `${fields.join('\n')}\nDescription: for arm64\n`);
    const deb = inFolder(`comet-gateway_${version}_arm64.deb`);
    output('dpkg-deb', '--root-owner-group', '--build', inFolder('arm64'), deb);
    expect(publish(deb, ...signed())).toMatchObject({ code: 0 });
    const found = async (architecture: string): Promise<string> => {
      const options = ['-o', `APT::Architecture=${architecture}`, '-o', `APT::Architectures=${architecture}`];
      const apt = [...(await aptOptions(inFolder('public'))), ...options];
      output('apt-get', ...apt, 'update');
      return output('apt-cache', ...apt, 'pkgnames');
    };
    expect((await found('arm64')).split('\n')).toContain('comet-gateway');
    expect((await found('amd64')).split('\n')).not.toContain('comet-gateway');
  });

  test('apt rejects a changed index', async () => {
    const changed = inFolder('changed');
    await cp(inFolder('public'), changed, { recursive: true });
    const index = join(changed, 'apt/dists/stable/InRelease');
    await writeFile(index, (await readFile(index, 'utf8')).replace('Label: Comet', 'Label: Other'));
    await rm(join(changed, 'apt/dists/stable/Release.gpg'));
    const { status, stderr } = spawnSync('apt-get', [...(await aptOptions(changed)), 'update'], {
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/BADSIG|signatures? (?:were|was) invalid/);
  });

  test('signs the index for dnf and each RPM package', async () => {
    const at = (name: string): string => inFolder('public', name);
    output('gpg', '--verify', at('rpm/repodata/repomd.xml.asc'), at('rpm/repodata/repomd.xml'));
    const database = ['--dbpath', inFolder('rpm-keys')];
    output('rpmkeys', ...database, '--import', at('comet.asc'));
    const rpm = at(`rpm/${packages.comet.rpm.split('/').at(-1)}`);
    expect(output('rpmkeys', ...database, '--checksig', rpm)).toMatch(/digests signatures OK/);
    expect(await readFile(at('comet.repo'), 'utf8')).toBe(
      '[comet]\nname=Comet\nbaseurl=https://packages.acme.example/rpm\ngpgcheck=1\nrepo_gpgcheck=1\ngpgkey=https://packages.acme.example/comet.asc\n',
    );
  });

  test('is not written without a dated section of each version in the changelog', async () => {
    await writeFile(inFolder('undated.md'), `# Changelog\n\n## Unreleased\n\n## ${version}\n`);
    const options = ['--sign-as', SIGNER, '--changelog', inFolder('undated.md')];
    expect(publish(packages.comet.deb, ...options)).toEqual({
      code: 1,
      output: `${inFolder('undated.md')} has no section of ${version}: head it "## ${version} - ", and the date as 2026-12-31.\n`,
    });
  });

  test('needs a key of gpg’s keyring', () => {
    const options = ['--sign-as', 'nobody@acme.example', '--changelog', inFolder('CHANGELOG.md')];
    expect(publish(packages.comet.deb, ...options)).toEqual({
      code: 1,
      output: 'gpg has no key nobody@acme.example.\n',
    });
  });
});

test.each([
  ['no package', []],
  ['neither key nor repository', ['comet.deb']],
  ['a repository without URL', ['comet.deb', '--repository', 'public', '--sign-as', SIGNER]],
])('a release of %s is rejected with the form', (_, words) => {
  expect(release(...words)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^npm run release takes packages/),
  });
});

test('a file that is no package of ours is rejected', async () => {
  await writeFile(inFolder('other.deb'), '');
  expect(release(inFolder('other.deb'), '--key', 'release.pem')).toEqual({
    code: 1,
    output: `${inFolder('other.deb')} is no package of Comet.\n`,
  });
});
