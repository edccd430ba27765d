import { dashboardHeaders, type Headers, sitePageHeaders } from '@comet/foundation/web-pages';
import {
  API_PATHS,
  cacheControl,
  CLIENT_PACKAGE,
  FILE_PATH,
  HASHED_FILE,
  SITE_PATHS,
} from '@comet/foundation/web-pages';
import { block, type Directive, directive, expressionToken, printDirectives } from './caddy-directives.ts';

/** What the Caddyfile is written from. */
export interface CaddyfileOptions {
  /** Origins: `https://` and a host name, perhaps with a port. */
  readonly origins: {
    readonly api: string;
    readonly dashboard: string;
    readonly site: string;
    readonly console: string | null;
  };
  /** Listening addresses, `127.0.0.1:4800`. */
  readonly api: string;
  readonly console: string;
  /** Folders of static files. */
  readonly dashboardFolder: string;
  readonly siteFolder: string;
  /** Debian packages of the client, which the site serves under /download/; null if it offers none. */
  readonly packagesFolder: string | null;
  /** Releases of the app in a folder for each channel, which the API's host serves under /releases/; null if it serves none. */
  readonly releasesFolder: string | null;
  /** The dashboard's index.html. */
  readonly indexHtml: string;
  /** The origin of the payment provider's script, from which the dashboard's policy allows scripts and frames. */
  readonly paymentOrigin: string;
  /** HTML of the site's pages by path from its root: `/`, `/pricing/`, `/404.html`. */
  readonly pages: ReadonlyMap<string, string>;
}

const NOT_FOUND = '/404.html';

/**
 * Returns a Caddyfile (caddyserver.com/docs/caddyfile) that serves API, dashboard, site and console with the headers of the development
 * server. Throws for values that could change its structure.
 */
export function caddyfile(options: CaddyfileOptions): string {
  const { origins } = options;
  if (origins.site === origins.dashboard)
    throw new Error('SITE_URL and DASHBOARD_URL must be different origins.');
  const sites = [
    block([origins.dashboard], [...apiRoutes(options, origins.dashboard), ...dashboardRoutes(options)]),
    block([origins.site], [...apiRoutes(options, origins.site), ...siteRoutes(options)]),
  ];
  if (origins.api !== origins.dashboard && origins.api !== origins.site)
    sites.push(block([origins.api], apiHostRoutes(options)));
  const networkCheck = networkCheckSite(origins.api);
  if (networkCheck !== null) sites.push(networkCheck);
  if (origins.console !== null) sites.push(block([origins.console], [proxyTo(options.console)]));
  return `# Written by comet-ops site render: do not edit.\n${printDirectives(sites)}`;
}

/** Feeds are streamed, so nothing is buffered. */
const proxyTo = (address: string): Directive =>
  block(['reverse_proxy', address], [directive('flush_interval', '-1')]);

const apiRoutes = (options: CaddyfileOptions, origin: string): Directive[] => [
  ...(origin === options.origins.api ? releaseRoutes(options.releasesFolder) : []),
  directive('@api', 'path', `${API_PATHS.folder}*`, API_PATHS.file),
  block(['handle', '@api'], [proxyTo(options.api)]),
];

/**
 * The page without TLS by which `cometd` detects a captive portal (`portal-check.ts`), and Caddy's usual redirect for everything else. Null
 * for an API at another port than 443: Caddy does not listen at port 80 then.
 */
function networkCheckSite(api: string): Directive | null {
  const { hostname, port } = new URL(api);
  if (port !== '') return null;
  return block(
    [`http://${hostname}`],
    [
      block(
        ['handle', '/network-check'],
        [
          directive('header', 'comet-network', 'open'),
          directive('header', 'cache-control', 'no-store'),
          directive('respond', '204'),
        ],
      ),
      block(['handle'], [directive('redir', expressionToken('https://{host}{uri}'), '308')]),
    ],
  );
}

function apiHostRoutes({ api, releasesFolder }: CaddyfileOptions): Directive[] {
  if (releasesFolder === null) return [proxyTo(api)];
  return [...releaseRoutes(releasesFolder), block(['handle'], [proxyTo(api)])];
}

/** Only manifests and packages. At the API's host clients also download them where only the API is reached, by a relay or a bridge. */
const releaseRoutes = (folder: string | null): Directive[] =>
  folder === null
    ? []
    : filesUnder('/releases', `[a-z0-9]{1,20}/(linux-[a-z0-9]{1,10}\\.json|${CLIENT_PACKAGE})`, folder);

const setHeaders = (headers: Headers, ...matcher: readonly string[]): Directive =>
  block(
    ['header', ...matcher],
    Object.entries(headers).map(([name, value]) => directive(name, value)),
  );

const refuseWrites: readonly Directive[] = [
  directive('@write', 'not', 'method', 'GET', 'HEAD'),
  directive('header', '@write', 'allow', 'GET, HEAD'),
  directive('respond', '@write', '405'),
];

/** Routes of a folder of static files, in this order: methods, caching, compression. */
const staticRoutes = (folder: string): Directive[] => [
  directive('root', '*', folder),
  ...refuseWrites,
  directive('@hashed', 'path_regexp', expressionToken(HASHED_FILE)),
  directive('header', 'cache-control', cacheControl.revalidated),
  directive('header', '@hashed', 'cache-control', cacheControl.immutable),
  directive('encode', 'zstd', 'gzip'),
];

function dashboardRoutes(options: CaddyfileOptions): Directive[] {
  const headers = dashboardHeaders(options.indexHtml, paymentSource(options.paymentOrigin));
  const routes = [
    setHeaders(headers),
    ...staticRoutes(options.dashboardFolder),
    directive('@site', 'path_regexp', 'site', expressionToken(SITE_PATHS)),
    directive('redir', '@site', expressionToken(`${options.origins.site}/{re.site.1}/`), '302'),
    directive('@route', 'not', 'path_regexp', expressionToken(FILE_PATH)),
    directive('rewrite', '@route', '/index.html'),
    block(['file_server'], [directive('hide', '.*'), directive('disable_canonical_uris')]),
  ];
  return [block(['handle'], [block(['route'], routes)])];
}

function siteRoutes({ siteFolder, packagesFolder, pages }: CaddyfileOptions): Directive[] {
  const groups = Map.groupBy(pages.keys(), (path) => JSON.stringify(sitePageHeaders(pages.get(path) ?? '')));
  const matched = [...groups].flatMap(([headers, paths], index) => [
    directive(`@pages${index}`, 'path', ...paths),
    setHeaders(JSON.parse(headers) as Headers, `@pages${index}`),
  ]);
  const files = block(['file_server'], [directive('hide', '.*')]);
  const routes = [setHeaders(sitePageHeaders('')), ...matched, ...staticRoutes(siteFolder), files];
  const missing = [
    directive('root', '*', siteFolder),
    setHeaders(sitePageHeaders(pages.get(NOT_FOUND) ?? '')),
    directive('rewrite', '*', NOT_FOUND),
    block(['file_server'], [directive('disable_canonical_uris')]),
  ];
  return [
    ...(packagesFolder === null ? [] : packageRoutes(packagesFolder)),
    block(['handle'], [block(['route'], routes)]),
    block(['handle_errors'], [block(['route'], missing)]),
  ];
}

/** Paddle's script opens its checkout on another of its hosts (developer.paddle.com, Content Security Policy). */
function paymentSource(origin: string): string {
  return new URL(origin).hostname.endsWith('.paddle.com') ? 'https://*.paddle.com' : origin;
}

/** Only the packages of the client, whatever else the folder has. */
const packageRoutes = (folder: string): Directive[] => filesUnder('/download', CLIENT_PACKAGE, folder);

/** The files of a folder whose paths match a pattern. */
function filesUnder(path: string, pattern: string, folder: string): Directive[] {
  const name = path.replace('/', '@');
  const routes = [
    setHeaders(sitePageHeaders('')),
    ...refuseWrites,
    directive('header', 'cache-control', cacheControl.revalidated),
    directive('root', '*', folder),
    directive('uri', 'strip_prefix', path),
    directive('file_server'),
  ];
  return [
    directive(name, 'path_regexp', expressionToken(`^${path}/${pattern}$`)),
    block(['handle', name], [block(['route'], routes)]),
  ];
}
