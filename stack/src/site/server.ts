import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Asset, readAssets } from '../dashboard/assets.ts';
import { proxy } from '../dashboard/proxy.ts';
import { pathOf, send } from '../dashboard/send.ts';

interface MarketingSiteOptions {
  readonly folder: string;
  /** Where `/api/` leads. */
  readonly api: URL;
  /** Addresses that the build was made for, and what stands in their place here. */
  readonly instead: Readonly<Record<string, string>>;
}

/** Pages run no script but our own files, ask nobody but us, and are framed by nobody. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A server for the built site: pages by their folders, a page for what is not there, `/api/` from the API. */
export async function createMarketingSite({ folder, api, instead }: MarketingSiteOptions): Promise<Server> {
  const assets = await readAssets(folder, (text) =>
    Object.entries(instead).reduce((soFar, [from, to]) => soFar.replaceAll(from, to), text),
  );
  const lost = assets.get('/404.html');
  if (lost === undefined) throw new Error(`${folder} holds no 404.html`);
  return createServer((incoming, outgoing) => {
    const path = pathOf(incoming);
    if (path.startsWith('/api/')) return proxy(api, incoming, outgoing);
    for (const [name, value] of Object.entries(HEADERS)) outgoing.setHeader(name, value);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      return void outgoing.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    return answer(assets, lost, path, incoming, outgoing);
  });
}

function answer(
  assets: ReadonlyMap<string, Asset>,
  lost: Asset,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const asset = assets.get(path.endsWith('/') ? `${path}index.html` : path);
  if (asset !== undefined) return send(asset, incoming, outgoing);
  // Only to a page of ours, so that `//elsewhere` leads nowhere.
  if (assets.has(`${path}/index.html`)) return void outgoing.writeHead(308, { location: `${path}/` }).end();
  outgoing.statusCode = 404;
  return send(lost, incoming, outgoing);
}
