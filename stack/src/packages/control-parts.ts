import { chmod, cp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Architecture } from '../toolchain/architecture.ts';
import { inRepository } from '../repository.ts';
import { siteSources } from '../site/build.ts';
import { importedFrom, lockedPackages } from './bundled-libraries.ts';
import { libraryFolder } from './library-folder.ts';
import { PARTS } from './parts.ts';
import { sourceDate } from './source-date.ts';
import { copySiteRenderer } from './site-renderer.ts';

/** Native libraries of the API: one for each platform. */
const NATIVE_LIBRARY = /^node_modules\/@node-rs\/argon2-/;

/** Copies the folders of the package comet-control into the folder of parts: native libraries, dashboard, sources of the site. */
export async function copyControlParts(dashboard: string, architecture: Architecture): Promise<void> {
  const folder = inRepository(`${PARTS}control`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(inRepository('apps/api/dist/node_modules'), join(folder, 'node_modules'), { recursive: true });
  await replaceNativeLibraries(folder, architecture);
  await cp(dashboard, join(folder, 'dashboard'), { recursive: true });
  await rm(join(folder, 'dashboard/.sources'));
  await copySiteRenderer(join(folder, 'site'), architecture);
  // A site is rendered again after an upgrade that changed its sources.
  const catalogue = inRepository('apps/site/src/features/catalogue/last-known.json');
  await writeFile(join(folder, 'site/.sources'), await siteSources(catalogue, {}));
  await normalise(folder, await sourceDate());
}

/** The build of the API has the native libraries of this machine: replaces them by those of the architecture. */
async function replaceNativeLibraries(folder: string, architecture: Architecture): Promise<void> {
  const packages = await lockedPackages();
  for (const place of importedFrom(packages, ['apps/api'], ['dependencies', 'optionalDependencies'])) {
    const locked = packages[place] ?? {};
    if (!NATIVE_LIBRARY.test(place)) continue;
    await rm(join(folder, place), { recursive: true, force: true });
    const source = await libraryFolder(place, locked, architecture);
    if (source !== null) await cp(source, join(folder, place), { recursive: true });
  }
}

/** Makes a folder readable by all and writable by its owner, whatever the umask of the build is, and sets the times of its folders. */
async function normalise(folder: string, date: number): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await normalise(path, date);
    else if (entry.isFile()) await chmod(path, /\.node$|\/bin\/[^./]+$/.test(path) ? 0o755 : 0o644);
  }
  await utimes(folder, date, date);
}
