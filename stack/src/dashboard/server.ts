import { createServer, type Server } from 'node:http';
import { dashboardHeaders, FILE_PATH, SITE_PATHS } from '@comet/foundation/web-pages';
import { readAssets } from './assets.ts';
import { isApiPath, proxy, pathOf, send } from './proxy.ts';

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

const sitePath = new RegExp(SITE_PATHS);
const filePath = new RegExp(FILE_PATH);

/** Creates the server of a built single-page app: unknown paths get index.html, `/api/` is forwarded to the API. */
export async function createDashboardServer({
  folder,
  api,
  paymentOrigin,
  site,
}: SiteOptions): Promise<Server> {
  const assets = await readAssets(folder);
  const index = assets.get('/index.html');
  if (index === undefined) throw new Error(`${folder} holds no index.html`);
  const headers = dashboardHeaders(index.plain.toString('utf8'), paymentOrigin);

  return createServer((incoming, outgoing) => {
    const path = pathOf(incoming);
    if (isApiPath(path)) return proxy(api, incoming, outgoing);
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      return void outgoing.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    const [, page] = sitePath.exec(path) ?? [];
    if (page !== undefined)
      return void outgoing.writeHead(302, { location: new URL(`/${page}/`, site).href }).end();
    const asset = assets.get(path);
    if (asset !== undefined) return void send(asset, incoming, outgoing);
    // A path with a dot is a file; any other path is a route of the app.
    if (filePath.test(path))
      return void outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    return void send(index, incoming, outgoing);
  });
}
