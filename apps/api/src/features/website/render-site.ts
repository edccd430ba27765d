import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SiteCatalogue } from '@comet/contract/site-catalogue';

interface RenderOptions {
  /** The site's sources and its libraries, read-only: the package has them in /usr/lib/comet-control/site. */
  readonly renderer: string;
  /** The folder that receives `site`, a link to the newest rendered site. */
  readonly web: string;
  readonly catalogue: SiteCatalogue;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Variables that affect the pages. */
const RENDERED_FROM = /^(?:SITE_URL|DASHBOARD_URL|SOURCES_URL|PACKAGES_DIR|COMPANY_[A-Z_]+)$/;

const PREFIX = 'site-';

/**
 * Renders the site unless the newest one has the same sources, variables and catalogue. The link `site` is replaced when everything is
 * written; the previous site is kept for running requests. Throws an error with the renderer's output, which lists missing
 * settings and placeholders.
 */
export async function renderSite(options: RenderOptions): Promise<'rendered' | 'unchanged'> {
  const { renderer, web, catalogue } = options;
  const variables = Object.fromEntries(
    Object.entries(options.environment).filter(([name, value]) => RENDERED_FROM.test(name) && value !== ''),
  );
  const stamp = createHash('sha256')
    .update(await readFile(join(renderer, '.sources')))
    .update(JSON.stringify(catalogue.lasting))
    .update(JSON.stringify(Object.entries(variables).map(String).toSorted()))
    .update(await namesAndTimes(variables['PACKAGES_DIR']))
    .digest('hex');
  const name = PREFIX + stamp.slice(0, 32);
  const link = join(web, 'site');
  const before = basename(await readlink(link).catch(() => ''));
  if (before === name) return 'unchanged';
  await mkdir(web, { recursive: true });
  // An older rendering of the same pages, with an older status.
  await rm(join(web, name), { recursive: true, force: true });
  const work = await mkdtemp(join(web, '.work-'));
  try {
    const rendered = await renderIn(work, options, variables);
    await rename(rendered, join(web, name)).catch(ignoreIfRendered);
    await symlink(name, join(work, 'link'));
    await rename(join(work, 'link'), link);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  for (const other of await readdir(web))
    if (other.startsWith(PREFIX) && other !== name && other !== before)
      await rm(join(web, other), { recursive: true, force: true });
  return 'rendered';
}

/** Returns the files of a folder with name, size and time; empty without a folder. */
async function namesAndTimes(folder: string | undefined): Promise<string> {
  if (folder === undefined) return '';
  const names = (await readdir(folder)).toSorted();
  const files = names.map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(files)).join('\n');
}

/** Another process has rendered the same site meanwhile: a folder that was renamed is complete. */
function ignoreIfRendered(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

/** Runs Astro in a copy of the sources, since it writes into their folder. Returns the folder of the rendered site. */
async function renderIn(
  work: string,
  { renderer, catalogue }: RenderOptions,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  for (const entry of await readdir(renderer))
    if (entry !== 'node_modules') await cp(join(renderer, entry), join(work, entry), { recursive: true });
  await symlink(join(renderer, 'node_modules'), join(work, 'node_modules'));
  const catalogueFile = join(work, 'catalogue.json');
  await writeFile(catalogueFile, JSON.stringify({ ...catalogue.lasting, status: catalogue.status }));
  const astro = join(renderer, 'node_modules/astro/bin/astro.mjs');
  const args = [astro, 'build', '--root', 'apps/site', '--outDir', './rendered', '--silent'];
  const child = spawn(process.execPath, args, {
    cwd: work,
    env: {
      ...variables,
      PATH: process.env['PATH'],
      HOME: work,
      NODE_ENV: 'production',
      COMET_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      CATALOGUE_FILE: catalogueFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await code) !== 0) throw new Error(`The site was not rendered:\n${(stdout + stderr).trim()}`);
  return join(work, 'apps/site/rendered');
}
