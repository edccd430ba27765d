import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildDesktop } from './desktop/build.ts';
import type { Crate } from './machine/cargo.ts';
import { findCommand } from './machine/debian-packages.ts';
import { publicKeyIn } from './packages/public-key.ts';
import { crateLibraries, npmLibraries } from './packages/bundled-libraries.ts';
import { openSources } from './packages/built-files.ts';
import { debianArchitecture } from './packages/control.ts';
import { type Library, noticesText } from './packages/notices.ts';
import { releasesText } from './packages/releases-text.ts';
import { environmentText, type PackageOptions, readPackageOptions } from './packages/options.ts';
import { writePackage } from './packages/write-package.ts';
import { buildCarrier, buildComet, buildListener, buildPrograms, buildUdpOffload } from './programs.ts';
import { Refusal, wordsFor } from './refusal.ts';
import { inRepository } from './repository.ts';

async function main(words: readonly string[]): Promise<void> {
  const options = readPackageOptions(words, inRepository('deploy/dist'));
  if (findCommand('dpkg-deb') === null)
    throw new Refusal('Debian packages are built on Debian: there is no dpkg-deb.');
  const { version } = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as { version: string };
  await Promise.all((['apps/daemon', 'apps/gateway', 'apps/exit'] as const).map((app) => buildPrograms(app)));
  await buildComet();
  await buildUdpOffload();
  await buildListener();
  await buildCarrier();
  const app = await appFor(options);
  const own = await mkdtemp(join(tmpdir(), 'comet-package-own-'));
  try {
    const find = await openSources({
      ...(await writeOwn(own, options)),
      ...(await writeNotices(own, app !== null)),
      app,
    });
    const built = { version, architecture: debianArchitecture(process.arch) };
    for (const name of ['comet', 'comet-gateway']) {
      const { path, bytes, leftOut } = await writePackage(name, find, built, resolve(options.out), {
        level: options.quick ? 1 : 15,
        allowMissing: options.allowMissing,
      });
      console.log(`${path}  ${(bytes / 1e6).toFixed(1)} MB`);
      for (const missing of leftOut) console.log(`  without ${missing}`);
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** The path of the app; null where there is to be none, or it cannot be built and need not. */
async function appFor({ app, allowMissing }: PackageOptions): Promise<string | null> {
  if (app !== 'build') return app === null ? null : resolve(app.file);
  const built = await buildDesktop(console.log);
  if (built === null && !allowMissing)
    throw new Refusal('The app could not be built here: name one with --app, or leave it out with --no-app.');
  if (built === null) console.log('comet: packed without the app');
  return built;
}

/** The notices of the libraries in either package, as files. */
async function writeNotices(
  folder: string,
  withApp: boolean,
): Promise<Record<'client-notices' | 'gateway-notices', string>> {
  const of = {
    'client-notices': await librariesIn(
      ['apps/daemon', ...(withApp ? ['apps/desktop/ui'] : [])],
      ['launcher', 'udp-offload', ...(withApp ? (['desktop'] as const) : [])],
    ),
    'gateway-notices': await librariesIn(
      ['apps/gateway', 'apps/exit'],
      ['listener', 'carrier', 'udp-offload'],
    ),
  };
  const file = (name: keyof typeof of) => join(folder, name);
  for (const name of ['client-notices', 'gateway-notices'] as const)
    await writeFile(file(name), noticesText(of[name]));
  return { 'client-notices': file('client-notices'), 'gateway-notices': file('gateway-notices') };
}

async function librariesIn(workspaces: readonly string[], crates: readonly Crate[]): Promise<Library[]> {
  return [...(await npmLibraries(workspaces)), ...(await crateLibraries(crates))];
}

/** What the options put into a package, as files. */
async function writeOwn(
  folder: string,
  { trust, api, releases }: PackageOptions,
): Promise<Record<'trust' | 'environment' | 'releases', string | null>> {
  const environment = join(folder, 'environment');
  if (api !== null) await writeFile(environment, environmentText(api));
  const sources = join(folder, 'releases');
  if (releases !== null)
    await writeFile(
      sources,
      releasesText(releases.folder, releases.channel, await publicKeyIn(releases.key)),
    );
  return {
    releases: releases === null ? null : sources,
    trust: trust === null ? null : await trustFile(trust),
    environment: api === null ? null : environment,
  };
}

/** The path of a file that can be the trust anchors, of which the daemon itself knows the form. */
async function trustFile(path: string): Promise<string> {
  try {
    const anchors: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof anchors === 'object' && anchors !== null && 'certificateAuthorities' in anchors)
      return resolve(path);
  } catch {
    // Unreadable is no better than of another form.
  }
  throw new Refusal(`--trust ${path} must be a file that holds what \`trust\` of the API prints.`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(wordsFor(error));
  process.exitCode = 1;
}
