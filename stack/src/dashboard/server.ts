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
  /** The marketing site, which has the help center and the legal pages. */
  readonly site: URL;
}

/** Pages of the marketing site that are redirected from the dashboard's origin. */
const SITE_PATHS = /^\/(terms|privacy|refunds|download|help(?:\/[a-z0-9-]+)?)\/?$/;

/** Creates the server of a built single-page app: unknown paths get index.html, `/api/` is forwarded to the API. */
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
    // A path with a dot is a file; any other path is a route of the app.
    if (/\.\w+$/.test(path))
      return void outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    return void send(index, incoming, outgoing);
  });
}

/**
 * Returns the headers of every response. Scripts are allowed from this origin and from `paymentOrigin` (Paddle.js, or the sandbox), whose
 * checkout is the only allowed frame. Inline scripts of index.html are allowed by hash (CSP Level 3).
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
 * Returns the hashes of a page's inline scripts or stylesheets as CSP source expressions (CSP Level 3, §2.3.1). Structured data is not a
 * script.
 */
export function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const other = '\\ssrc=|\\stype="application/ld\\+json"';
  const inline = new RegExp(`<${element}(?![^>]*(?:${other}))[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
