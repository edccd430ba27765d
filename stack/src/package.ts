import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildDashboard } from './dashboard/build.ts';
import { buildDesktop } from './desktop/build.ts';
import type { Architecture } from './toolchain/architecture.ts';
import type { Crate } from './toolchain/cargo.ts';
import { copyControlParts } from './packages/control-parts.ts';
import { publicKeyIn } from './packages/public-key.ts';
import { crateLibraries, npmLibraries } from './packages/bundled-libraries.ts';
import { type Library, noticesText } from './packages/notices.ts';
import { BUILD_LIBRARIES } from './packages/site-renderer.ts';
import { sbomText } from './packages/sbom.ts';
import { sourceDate } from './packages/source-date.ts';
import { releasesText } from './packages/releases-text.ts';
import { environmentText, type PackageOptions, readPackageOptions } from './packages/options.ts';
import { OPTIONAL_PARTS, copyPackageParts, PARTS } from './packages/parts.ts';
import { PACKAGES, writePackages } from './packages/nfpm.ts';
import { apps, buildComet, buildGatewayCrates, buildPrograms, buildSharedCrates } from './programs.ts';
import { UserError, errorText } from './user-error.ts';
import { inRepository } from './repository.ts';

async function main(args: readonly string[]): Promise<void> {
  const options = readPackageOptions(args, inRepository('deploy/dist'));
  const { version } = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as { version: string };
  await Promise.all(apps.map((app) => buildPrograms(app)));
  const { architecture } = options;
  await buildComet(architecture);
  await buildSharedCrates(architecture);
  await buildGatewayCrates(architecture);
  const app = await appFor(options);
  await copyPackageParts(app, architecture);
  await copyControlParts(await buildDashboard(console.log), architecture);
  await writeOptionalParts(options);
  await writeLibraries(version, app !== null, architecture);
  for (const name of PACKAGES)
    for (const { path, bytes } of await writePackages(name, version, resolve(options.out), options))
      console.log(`${path}  ${(bytes / 1e6).toFixed(1)} MB`);
}

/** Returns the path of the desktop app, or null. */
async function appFor({ app }: PackageOptions): Promise<string | null> {
  if (app !== 'build') return app === null ? null : resolve(app.file);
  const built = await buildDesktop(console.log);
  if (built === null)
    throw new UserError(
      'The app could not be built here: name one with --app, or leave it out with --no-app.',
    );
  return built;
}

/** Writes the notices and the bill of materials of the libraries in each package. */
async function writeLibraries(version: string, withApp: boolean, architecture: Architecture): Promise<void> {
  const librariesOf = (workspaces: readonly string[], crates: readonly Crate[]) =>
    librariesIn(workspaces, crates, architecture);
  const libraries = {
    client: await librariesOf(
      ['apps/daemon', ...(withApp ? ['apps/desktop/ui'] : [])],
      ['cli', 'local-resolver', 'transport', 'udp-offload', ...(withApp ? (['desktop'] as const) : [])],
    ),
    gateway: await librariesOf(
      ['apps/gateway', 'apps/exit'],
      ['dns-filter', 'listener', 'relay', 'transport', 'udp-offload'],
    ),
    control: await librariesOf(['apps/api', 'apps/dashboard', 'apps/site', ...BUILD_LIBRARIES], []),
  };
  const names = { client: 'comet', gateway: 'comet-gateway', control: 'comet-control' } as const;
  const date = await sourceDate();
  for (const part of ['client', 'gateway', 'control'] as const) {
    await writeFile(inRepository(`${PARTS}${part}.NOTICES`), noticesText(libraries[part]));
    const sbom = sbomText({ name: names[part], version, libraries: libraries[part], date });
    await writeFile(inRepository(`${PARTS}${part}.spdx.json`), sbom);
  }
}

async function librariesIn(
  workspaces: readonly string[],
  crates: readonly Crate[],
  architecture: Architecture,
): Promise<Library[]> {
  const built = crates.length === 0 ? [] : await crateLibraries(crates, architecture);
  return [...(await npmLibraries(workspaces)), ...built];
}

/** Writes the files that the options add to the client's packages. */
async function writeOptionalParts({ trust, api, releases }: PackageOptions): Promise<void> {
  const given = (name: string): string => inRepository(`${OPTIONAL_PARTS}${name}`);
  if (trust !== null) await copyFile(await trustFile(trust), given('trust.json'));
  if (api !== null) await writeFile(given('environment'), environmentText(api));
  if (releases === null) return;
  const { folder, channel, key } = releases;
  await writeFile(given('releases.json'), releasesText(folder, channel, await publicKeyIn(key)));
}

/** Returns the path of a file that seems to contain trust anchors; the daemon validates it. */
async function trustFile(path: string): Promise<string> {
  try {
    const anchors: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof anchors === 'object' && anchors !== null && 'certificateAuthorities' in anchors)
      return resolve(path);
  } catch {
    // An unreadable file is reported like an invalid one.
  }
  throw new UserError(`--trust ${path} must be a file that holds what \`trust\` of the API prints.`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
