import { createServer, type Server } from 'node:http';
import { sitePageHeaders } from '@comet/foundation/web-pages';
import { type Asset, readAssets } from '../dashboard/assets.ts';
import { isApiPath, proxy, pathOf, send } from '../dashboard/proxy.ts';
import { fetchLocationTexts, livePage } from './live-page.ts';

interface MarketingSiteOptions {
  readonly folder: string;
  /** Origin of `/api/` and `/.well-known/security.txt`. */
  readonly api: URL;
  /** Addresses of the build, and their replacements. */
  readonly instead: Readonly<Record<string, string>>;
}

/** Creates the server of the built site: pages by folder, 404.html for missing paths, `/api/` from the API, live figures on the home page. */
export async function createSiteServer({ folder, api, instead }: MarketingSiteOptions): Promise<Server> {
  const assets = await readAssets(folder, (text) =>
    Object.entries(instead).reduce((soFar, [from, to]) => soFar.replaceAll(from, to), text),
  );
  const notFound = assets.get('/404.html');
  if (notFound === undefined) throw new Error(`${folder} has no 404.html`);
  const home = assets.get('/index.html');
  const liveHome = home === undefined ? null : livePage(home, () => fetchLocationTexts(api));
  const headers = new Map([...assets.values()].map((asset) => [asset, headersOf(asset)]));
  return createServer((incoming, outgoing) => {
    const path = pathOf(incoming);
    if (isApiPath(path)) return proxy(api, incoming, outgoing);
    const asset = at(path, assets);
    for (const [name, value] of headers.get(asset ?? notFound) ?? []) outgoing.setHeader(name, value);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      return void outgoing.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    if (liveHome !== null && asset === home) {
      return void liveHome().then((page) => send(page, incoming, outgoing));
    }
    if (asset !== undefined) return void send(asset, incoming, outgoing);
    // Redirects only to existing pages, so that `//elsewhere` is not followed.
    if (assets.has(`${path}/index.html`)) {
      return void outgoing.writeHead(308, { location: `${path}/` }).end();
    }
    outgoing.statusCode = 404;
    return void send(notFound, incoming, outgoing);
  });
}

const at = (path: string, assets: ReadonlyMap<string, Asset>): Asset | undefined =>
  assets.get(path.endsWith('/') ? `${path}index.html` : path);

const headersOf = ({ type, plain }: Asset): readonly (readonly [string, string])[] =>
  Object.entries(sitePageHeaders(type.startsWith('text/html') ? plain.toString('utf8') : ''));
