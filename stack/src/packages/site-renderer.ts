import { existsSync } from 'node:fs';
import { cp, glob, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { proofTexts } from '@comet/texts/site';
import { inRepository, repository } from '../repository.ts';
import type { Architecture } from '../toolchain/architecture.ts';
import { importedFrom, lockedPackages } from './bundled-libraries.ts';
import { libraryFolder } from './library-folder.ts';

/** Sources of the site, as `stack/src/site/build.ts` lists them for a build. */
const SOURCES = [
  'package.json',
  'tsconfig.base.json',
  'apps/site/{package.json,tsconfig.json,astro.config.ts}',
  'apps/site/{src,content,public}/**/*',
  'packages/{contract,foundation,texts,ui}/{package.json,src/**/*}',
  // Vite follows their references to each other.
  'packages/*/tsconfig.json',
  'docs/*.md',
  'docs/{decisions/*.md,diagrams/*.svg}',
];

/** Libraries of the build that apps/site has as development dependencies. */
export const BUILD_LIBRARIES = ['node_modules/@tailwindcss/vite', 'node_modules/tailwindcss'];

/** Not used by a build: image conversion, which the site does itself, and types. */
const UNUSED_LIBRARY = /^node_modules\/(?:sharp|@img\/.*|(?:.*\/)?@types\/.*)$/;

const UNUSED_FILE = /\.(?:d\.[cm]?ts|map)$|\.test\.tsx?$/;

/** Libraries with thousands of icons, of which only those named in our stylesheet are copied. */
const ICON_LIBRARIES = ['node_modules/lucide-static', 'node_modules/simple-icons'];
const ICON_STYLESHEET = 'packages/ui/src/icons.css';

/**
 * Copies the site's sources and all libraries of a build on this architecture into a folder, in which `comet-ops site render` runs Astro.
 */
export async function copySiteRenderer(folder: string, architecture: Architecture): Promise<void> {
  for await (const entry of glob(SOURCES, { cwd: repository, withFileTypes: true }))
    if (entry.isFile() && !UNUSED_FILE.test(entry.name))
      await copyInto(folder, join(entry.parentPath, entry.name).slice(repository.length + 1));
  // The security page links to the sources of the tests that it names.
  for (const { tests } of proofTexts.claims) for (const test of tests) await copyInto(folder, test);
  const packages = await lockedPackages();
  const libraries = importedFrom(
    packages,
    ['apps/site', ...BUILD_LIBRARIES],
    ['dependencies', 'optionalDependencies'],
  ).filter((place) => !UNUSED_LIBRARY.test(place));
  for (const place of libraries) {
    const source = await libraryFolder(place, packages[place] ?? {}, architecture);
    if (source === null) continue;
    if (ICON_LIBRARIES.includes(place))
      for (const name of ['package.json', 'LICENSE', 'LICENSE.md']) await copyInto(folder, join(place, name));
    else
      await cp(source, join(folder, place), {
        recursive: true,
        filter: (from) =>
          (from.includes('/astro/templates/') || !UNUSED_FILE.test(from)) &&
          (from === source || basename(from) !== 'node_modules'),
      });
  }
  const stylesheet = await readFile(inRepository(ICON_STYLESHEET), 'utf8');
  for (const [, icon = ''] of stylesheet.matchAll(/url\("(?:\.\.\/)+(node_modules\/[^"]+)"\)/g))
    await copyInto(folder, icon);
  await mkdir(join(folder, 'node_modules/@comet'));
  for (const name of ['contract', 'foundation', 'texts', 'ui'])
    await symlink(`../../packages/${name}`, join(folder, 'node_modules/@comet', name));
}

/** Copies a file of the repository to the same path in the folder; nothing if there is none. */
async function copyInto(folder: string, path: string): Promise<void> {
  if (!existsSync(inRepository(path))) return;
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await cp(inRepository(path), join(folder, path));
}
