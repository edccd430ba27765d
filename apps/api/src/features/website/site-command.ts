import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fetchSiteCatalogue } from '@comet/contract/site-catalogue';
import { caddyfile } from './caddyfile.ts';
import { renderSite } from './render-site.ts';

interface SiteCommandDeps {
  readonly publicUrl: string;
  readonly dashboardUrl: string;
  readonly siteUrl: string;
  readonly operatorConsole: { readonly url: string; readonly host: string; readonly port: number } | null;
  readonly host: string;
  readonly port: number;
  readonly paddle: { readonly scriptUrl: string };
  /** The folder that receives the site and the Caddyfile. */
  readonly webFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program's file; the package has the site's sources and the dashboard in the same folder. */
  readonly program: string;
}

/** `site render`: renders the site with the running API's catalogue, and writes the Caddyfile. Returns what was done. */
export async function siteCommand(
  deps: SiteCommandDeps,
  words: readonly (string | undefined)[],
): Promise<string> {
  if (words.length !== 1 || words[0] !== 'render') throw new Error('Use: site render');
  const own = dirname(deps.program);
  const renderer = join(own, 'site');
  const dashboardFolder = join(own, 'dashboard');
  if (!existsSync(renderer))
    throw new Error(`There is no ${renderer}: the package comet-control has the site's sources.`);
  const { webFolder: web, environment } = deps;
  const catalogue = await fetchSiteCatalogue(`http://${deps.host}:${deps.port}`);
  const done = await renderSite({ renderer, web, catalogue, environment });
  const siteFolder = join(web, 'site');
  const address = ({ host, port }: { readonly host: string; readonly port: number }) => `${host}:${port}`;
  const written = caddyfile({
    origins: {
      api: new URL(deps.publicUrl).origin,
      dashboard: new URL(deps.dashboardUrl).origin,
      site: new URL(deps.siteUrl).origin,
      console: deps.operatorConsole?.url ?? null,
    },
    api: address(deps),
    console: address(deps.operatorConsole ?? deps),
    dashboardFolder,
    siteFolder,
    packagesFolder: environment['PACKAGES_DIR'] || null,
    releasesFolder: environment['RELEASES_DIR'] || null,
    indexHtml: await readFile(join(dashboardFolder, 'index.html'), 'utf8'),
    paymentOrigin: new URL(deps.paddle.scriptUrl).origin,
    pages: await pagesIn(siteFolder),
  });
  const changed = await replaceFile(join(web, 'Caddyfile'), written);
  return `The site was ${done}, the Caddyfile ${changed ? 'written' : 'unchanged'}.`;
}

/** Returns the HTML of all pages by their path. */
async function pagesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true });
  const pages = entries.filter((entry) => entry.endsWith('.html')).toSorted();
  return new Map(
    await Promise.all(
      pages.map(async (entry) => {
        const path = `/${entry}`.replace(/\/index\.html$/, '/');
        return [path, await readFile(join(folder, entry), 'utf8')] as const;
      }),
    ),
  );
}

/** Replaces a file atomically if its text differs. Returns whether it did. */
async function replaceFile(path: string, text: string): Promise<boolean> {
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return false;
  await writeFile(`${path}.new`, text, { mode: 0o644 });
  await rename(`${path}.new`, path);
  return true;
}
