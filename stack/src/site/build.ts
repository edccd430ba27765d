import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { UserError } from '../user-error.ts';
import { replaceBuild } from '../replace-build.ts';
import { inRepository } from '../repository.ts';
import { PRODUCTION_ENVIRONMENT, hashOfFiles } from '../vite-app.ts';

const SOURCES = [
  'package-lock.json',
  'tsconfig.base.json',
  'apps/site/{package.json,tsconfig.json,astro.config.ts}',
  'apps/site/{src,content,public}/**/*',
  'packages/{contract,foundation,texts,ui}/{package.json,src/**/*}',
  'docs/{security,process-split,architecture}.md',
  'docs/{decisions/*.md,diagrams/*.svg}',
];

/** Environment variables that affect the pages. */
const BUILT_FROM = /^(?:SITE_URL|DASHBOARD_URL|SOURCES_URL|PACKAGES_DIR|COMET_ENV|COMPANY_[A-Z_]+)$/;

/**
 * Builds the site into apps/site/dist unless the existing build has the same sources, addresses and `catalogue` (a file of API responses;
 * by default the stored ones). Returns the folder.
 */
export async function buildSite(
  print: (line: string) => void,
  catalogue: string | null = null,
): Promise<string> {
  const catalogueFile = catalogue ?? inRepository('apps/site/src/features/catalogue/last-known.json');
  const sources = await siteSources(catalogueFile);
  return replaceBuild(inRepository('apps/site/dist'), sources, async (folder) => {
    print('Building the site …');
    const astro = ['astro', 'build', '--root', 'apps/site', '--outDir', `./${basename(folder)}`, '--silent'];
    const environment = {
      ...PRODUCTION_ENVIRONMENT,
      ASTRO_TELEMETRY_DISABLED: '1',
      CATALOGUE_FILE: catalogueFile,
    };
    const { code, output } = await runQuietly(astro, environment);
    if (code !== 0) throw new UserError(`Building the site failed:\n${output.trimEnd()}`);
  });
}

/** Returns the SHA-256 of everything that the site is built from; `catalogue` is a file of API responses. */
export async function siteSources(
  catalogue: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  return createHash('sha256')
    .update(await hashOfFiles(SOURCES))
    .update(await lastingPartOf(catalogue))
    .update(JSON.stringify(builtFrom(environment)))
    .update(await namesAndTimes(environment['PACKAGES_DIR']))
    .digest('hex');
}

/** Returns the variables that affect the pages, by name. */
const builtFrom = (environment: Readonly<Record<string, string | undefined>>) =>
  Object.entries(environment)
    .filter(([name, value]) => BUILT_FROM.test(name) && value !== '')
    .toSorted(([one], [other]) => one.localeCompare(other));

/** Returns a catalogue without the state of the service: it changes all the time, and pages carry its date. */
async function lastingPartOf(catalogue: string): Promise<string> {
  const { status: _status, ...lasting } = JSON.parse(await readFile(catalogue, 'utf8')) as Record<
    string,
    unknown
  >;
  return JSON.stringify(lasting);
}

/** Returns the files of a folder with name, size and time; empty without a folder. */
async function namesAndTimes(folder: string | undefined): Promise<string> {
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  const files = names.toSorted().map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder ?? '', name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(files)).join('\n');
}
