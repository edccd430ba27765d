import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Asset, chooseForm } from './assets.ts';

/** Sends a file in the smallest form that the browser accepts; the status is 200 unless it was set before. */
export async function send(asset: Asset, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { body, encoding } = await chooseForm(asset, String(incoming.headers['accept-encoding'] ?? ''));
  outgoing.setHeader('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
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
