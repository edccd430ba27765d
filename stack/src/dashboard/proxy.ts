import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { API_PATHS, cacheControl } from '@comet/foundation/web-pages';
import { type Asset, chooseForm } from './assets.ts';

/** Headers of one connection only (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns whether the API serves a path on all our origins. */
export function isApiPath(path: string): boolean {
  return path.startsWith(API_PATHS.folder) || path === API_PATHS.file;
}

/** Forwards a request to the API, with the browser's address, and streams the response back. */
export function proxy(api: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name)),
  );
  const upstream = request(
    {
      host: api.hostname,
      port: api.port,
      method: incoming.method,
      path: incoming.url,
      // The peer is the client: its own X-Forwarded-For is not trusted.
      headers: { ...headers, host: api.host, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' },
    },
    (response) => {
      const kept = Object.entries(response.headers).filter(([name]) => !HOP_BY_HOP.has(name));
      outgoing.writeHead(response.statusCode ?? 502, Object.fromEntries(kept));
      pipeline(response, outgoing, () => undefined);
    },
  );
  upstream.once('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The API does not answer.\n');
  });
  outgoing.once('close', () => upstream.destroy());
  pipeline(incoming, upstream, () => undefined);
}

/** Sends a file in the smallest form that the browser accepts; the status is 200 unless it was set before. */
export async function send(asset: Asset, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { body, encoding } = await chooseForm(asset, String(incoming.headers['accept-encoding'] ?? ''));
  outgoing.setHeader('cache-control', asset.immutable ? cacheControl.immutable : cacheControl.revalidated);
  outgoing.setHeader('content-type', asset.type);
  outgoing.setHeader('vary', 'accept-encoding');
  if (encoding !== null) outgoing.setHeader('content-encoding', encoding);
  outgoing.setHeader('content-length', body.length);
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}

/** Returns the requested path, decoded; unchanged if it cannot be decoded, which matches no file. */
export function pathOf(incoming: IncomingMessage): string {
  const path = (incoming.url ?? '/').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
