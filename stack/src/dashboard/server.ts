import { createServer, type Server } from 'node:http';
import { readAssets } from './assets.ts';
import { isApiPath, proxy, pathOf, send } from './proxy.ts';
import { createHash } from 'node:crypto';

interface SiteOptions {
  /** The built site. */
  readonly folder: string;
  /** Origin of `/api/` and `/.well-known/security.txt`. */
  readonly api: URL;
  /** The origin of the payment provider's script and checkout. */
  readonly paymentOrigin: string;
  /** The marketing site, which has the legal pages. */
  readonly site: URL;
}

/** Pages of the site that the app links to by its own address. */
const SITE_PATHS = /^\/(terms|privacy|refunds)\/?$/;

/** A server for a built single-page app: unknown paths get the app, `/api/` goes to the API. */
export async function createSiteServer({ folder, api, paymentOrigin, site }: SiteOptions): Promise<Server> {
  const assets = await readAssets(folder);
  const index = assets.get('/index.html');
  if (index === undefined) throw new Error(`${folder} holds no index.html`);
  const headers = securityHeaders(index.plain.toString('utf8'), paymentOrigin);

  return createServer((incoming, outgoing) => {
    const path = pathOf(incoming);
    if (isApiPath(path)) return proxy(api, incoming, outgoing);
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      return void outgoing.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    const [, page] = SITE_PATHS.exec(path) ?? [];
    if (page !== undefined)
      return void outgoing.writeHead(302, { location: new URL(`/${page}/`, site).href }).end();
    const asset = assets.get(path);
    if (asset !== undefined) return void send(asset, incoming, outgoing);
    // 404 for a missing file; any other path is one of the app.
    if (/\.\w+$/.test(path))
      return void outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    return void send(index, incoming, outgoing);
  });
}

/**
 * The headers of every answer. Scripts come from us and from `paymentOrigin` alone (Paddle.js, or the sandbox),
 * and its checkout is the only thing that may be framed. An inline script of index.html is allowed by its own hash (CSP Level 3).
 */
function securityHeaders(indexHtml: string, paymentOrigin: string): Readonly<Record<string, string>> {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", paymentOrigin, ...inlineHashes(indexHtml, 'script')],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", paymentOrigin],
    'frame-src': [paymentOrigin],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    // Browsers apply it only over HTTPS.
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/**
 * The source expressions that allow the inline scripts or stylesheets of a page, and no other: their hashes (CSP Level 3, §2.3.1).
 * Structured data is no script.
 */
export function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const other = '\\ssrc=|\\stype="application/ld\\+json"';
  const inline = new RegExp(`<${element}(?![^>]*(?:${other}))[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
