import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { errorText, UserError } from '../user-error.ts';
import { type ReleaseOptions, readReleaseOptions } from './options.ts';
import { publishImages } from './images.ts';
import { publishRepository } from './repository.ts';
import { writeUpdateManifest } from './update-manifest.ts';

/** A Debian or RPM package. */
export interface ReleasedPackage {
  readonly path: string;
  readonly format: 'deb' | 'rpm';
  readonly name: string;
  readonly version: string;
  /** As the format names it: `amd64` or `x86_64`. */
  readonly architecture: string;
}

/** Signs the client's update, adds packages to a signed package repository, or signs images. */
async function main(words: readonly string[]): Promise<void> {
  const options = readReleaseOptions(words);
  const packages = await Promise.all(options.paths.map(readPackage));
  if (options.manifest !== null) console.log(await writeUpdateManifest(clientIn(packages), options.manifest));
  if (options.repository !== null) await publish(packages, options.repository);
  if (options.images === null) return;
  const { archives, folder, signAs } = options.images;
  for (const line of await publishImages(archives, { folder: resolve(folder), signAs })) console.log(line);
}

function clientIn(packages: readonly ReleasedPackage[]): ReleasedPackage {
  const [client, ...more] = packages.filter(({ name, format }) => name === 'comet' && format === 'deb');
  if (client !== undefined && more.length === 0) return client;
  throw new UserError('--key signs the update to one package of the client (comet_….deb).');
}

async function publish(
  packages: readonly ReleasedPackage[],
  options: NonNullable<ReleaseOptions['repository']>,
): Promise<void> {
  const changelog = await readFile(options.changelog, 'utf8').catch(() => {
    throw new UserError(`--changelog ${options.changelog} cannot be read.`);
  });
  for (const version of new Set(packages.map((one) => one.version)))
    if (!hasDatedSection(changelog, version))
      throw new UserError(
        `${options.changelog} has no section of ${version}: head it "## ${version} - ", and the date as 2026-12-31.`,
      );
  await publishRepository(packages, { ...options, folder: resolve(options.folder), changelog });
  console.log(`${options.folder}  ${packages.length} packages added, signed by ${options.signAs}`);
}

/** Whether the changelog dates this version (keepachangelog.com). */
function hasDatedSection(changelog: string, version: string): boolean {
  const heading = changelog
    .split('\n')
    .find((line) => line.replaceAll(/[[\]]/g, '').startsWith(`## ${version} `));
  return heading !== undefined && / - \d{4}-\d\d-\d\d$/.test(heading);
}

async function readPackage(path: string): Promise<ReleasedPackage> {
  const format = path.endsWith('.rpm') ? 'rpm' : 'deb';
  const command =
    format === 'deb'
      ? ['dpkg-deb', '--show', '--showformat=${Package} ${Version} ${Architecture}', path]
      : ['rpm', '--query', '--package', '--queryformat=%{NAME} %{VERSION} %{ARCH}', '--nosignature', path];
  const { code, output } = await runQuietly(command);
  const [name = '', version = '', architecture = '', ...more] = output.trim().split(' ');
  if (code !== 0 || architecture === '' || more.length > 0 || !/^comet(?:-gateway|-control)?$/.test(name))
    throw new UserError(`${path} is no package of Comet.`);
  return { path, format, name, version, architecture };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
