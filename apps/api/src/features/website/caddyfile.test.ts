import { dashboardHeaders, sitePageHeaders } from '@comet/foundation/web-pages';
import { expect, test } from 'vitest';
import { caddyfile, type CaddyfileOptions } from './caddyfile.ts';

const page = (style: string) => `<!doctype html><style>${style}</style><script src="/a.js"></script>`;
const options: CaddyfileOptions = {
  origins: {
    api: 'https://api.acme.org',
    dashboard: 'https://dash.acme.org',
    site: 'https://acme.org',
    console: 'https://ops.acme.org',
  },
  api: '127.0.0.1:4800',
  console: '127.0.0.1:4826',
  dashboardFolder: '/usr/lib/comet-control/dashboard',
  siteFolder: '/var/lib/comet-control/web/site',
  packagesFolder: null,
  releasesFolder: null,
  indexHtml: '<!doctype html><script>theme()</script>',
  paymentOrigin: 'https://pay.acme.org',
  pages: new Map([
    ['/', page('p {}')],
    ['/pricing/', page('p {}')],
    ['/404.html', page('b {}')],
  ]),
};

/** Returns the block of an address, without its indentation. */
const blockOf = (address: string, text = caddyfile(options)): string =>
  new RegExp(`^${address} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text)?.[1]?.replaceAll(/^\t+/gm, '') ?? '';
const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) =>
    /^[\w./:@*=-]+$/.test(value) ? `${name} ${value}` : `${name} \`${value}\``,
  );

test('the dashboard has the headers of the development server', () => {
  const lines = blockOf('https://dash.acme.org').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(headerLines(dashboardHeaders(options.indexHtml, 'https://pay.acme.org'))),
  );
});

test('each page of the site has the headers for its own inline styles, and other files allow none', () => {
  const site = blockOf('https://acme.org');
  const policies = site.split('\n').filter((line) => line.startsWith('content-security-policy'));
  const policyOf = (html: string) =>
    `content-security-policy \`${sitePageHeaders(html)['content-security-policy']}\``;
  expect(policies).toEqual([
    policyOf(''),
    policyOf(page('p {}')),
    policyOf(page('b {}')),
    // For missing paths.
    policyOf(page('b {}')),
  ]);
  expect(site).toContain('@pages0 path / /pricing/\n');
});

test('the site serves the packages of the client, and nothing else of their folder', () => {
  expect(blockOf('https://acme.org')).not.toContain('@download');
  const site = blockOf('https://acme.org', caddyfile({ ...options, packagesFolder: '/srv/packages' }));
  expect(site).toContain('root * /srv/packages\nuri strip_prefix /download\nfile_server\n');
  const [, pattern = ''] = /^@download path_regexp `(.*)`$/m.exec(site) ?? [];
  const isServed = (path: string): boolean => new RegExp(pattern).test(path);
  expect(isServed('/download/comet_0.2.0_amd64.deb')).toBe(true);
  for (const path of ['/download/', '/download/comet-gateway_0.2.0_amd64.deb', '/download/release.pem'])
    expect(isServed(path)).toBe(false);
  expect(isServed('/download/comet_/../release.deb')).toBe(false);
});

test('the API’s host serves manifests and packages of the app, and nothing else of their folder', () => {
  const releasesFolder = '/srv/releases';
  const api = blockOf('https://api.acme.org', caddyfile({ ...options, releasesFolder }));
  expect(api).toContain('root * /srv/releases\nuri strip_prefix /releases\nfile_server\n');
  expect(api).toContain('handle {\nreverse_proxy 127.0.0.1:4800');
  const [, pattern = ''] = /^@releases path_regexp `(.*)`$/m.exec(api) ?? [];
  const isServed = (path: string): boolean => new RegExp(pattern).test(path);
  for (const path of ['/releases/stable/linux-amd64.json', '/releases/stable/comet_0.2.0_amd64.deb'])
    expect(isServed(path)).toBe(true);
  for (const path of [
    '/releases/',
    '/releases/stable/',
    '/releases/stable/release.pem',
    '/releases/linux-amd64.json',
  ])
    expect(isServed(path)).toBe(false);
  const together = { ...options.origins, api: options.origins.dashboard };
  const text = caddyfile({ ...options, releasesFolder, origins: together });
  expect(blockOf('https://dash.acme.org', text)).toContain('@releases');
  expect(blockOf('https://acme.org', text)).not.toContain('@releases');
});

test('Paddle’s scripts and checkout come from several of its hosts', () => {
  const text = caddyfile({ ...options, paymentOrigin: 'https://cdn.paddle.com' });
  expect(text).toContain("script-src 'self' https://*.paddle.com 'sha256-");
  expect(text).toContain('frame-src https://*.paddle.com;');
});

test('API and console are forwarded to their addresses', () => {
  expect(blockOf('https://api.acme.org')).toBe('reverse_proxy 127.0.0.1:4800 {\nflush_interval -1\n}\n');
  expect(blockOf('https://ops.acme.org')).toContain('reverse_proxy 127.0.0.1:4826');
  const together = { ...options.origins, api: options.origins.dashboard, console: null };
  expect(caddyfile({ ...options, origins: together }).match(/^https:/gm)).toHaveLength(2);
});

test('the API’s host answers the check for captive portals without TLS, and redirects the rest', () => {
  expect(blockOf('http://api.acme.org')).toBe(
    'handle /network-check {\nheader comet-network open\nheader cache-control no-store\nrespond 204\n}\nhandle {\nredir `https://{host}{uri}` 308\n}\n',
  );
  const atPort = { ...options.origins, api: 'https://api.acme.org:8443' };
  expect(caddyfile({ ...options, origins: atPort })).not.toMatch(/^http:/m);
});

test.each([
  ['a placeholder of the environment', { dashboardFolder: '/srv/{$HOME}' }],
  ['a placeholder', { dashboardFolder: '/srv/{path}' }],
  ['a backquote', { siteFolder: '/srv/`x`' }],
  ['a line end', { siteFolder: '/srv/x\nrespond' }],
  ['a character beyond ASCII', { siteFolder: '/srv/é' }],
  ['no text', { dashboardFolder: '' }],
])('refuses a value with %s', (_case, change) => {
  expect(() => caddyfile({ ...options, ...change })).toThrow('cannot contain');
});

test('refuses one origin for site and dashboard', () => {
  const same = { ...options.origins, site: options.origins.dashboard };
  expect(() => caddyfile({ ...options, origins: same })).toThrow('different origins');
});
