import { createServer, type Server } from 'node:http';
import { readAssets } from './assets.ts';
import { isOfTheApi, proxy } from './proxy.ts';
import { securityHeaders } from './security-headers.ts';
import { pathOf, send } from './send.ts';

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
const OF_THE_SITE = /^\/(terms|privacy|refunds)\/?$/;

/** A server for a built single-page app: unknown paths get the app, `/api/` goes to the API. */
export async function createSiteServer({ folder, api, paymentOrigin, site }: SiteOptions): Promise<Server> {
  const assets = await readAssets(folder);
  const index = assets.get('/index.html');
  if (index === undefined) throw new Error(`${folder} holds no index.html`);
  const headers = securityHeaders(index.plain.toString('utf8'), paymentOrigin);

  return createServer((incoming, outgoing) => {
    const path = pathOf(incoming);
    if (isOfTheApi(path)) return proxy(api, incoming, outgoing);
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      return void outgoing.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    const [, page] = OF_THE_SITE.exec(path) ?? [];
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
