import type * as http from 'node:http';
import type * as https from 'node:https';

/**
 * Node's HTTP client for a URL's protocol, asked for when it is needed: neither is, before a connect that needs no door. To import the
 * plain one also loads all else that `node:http` exports, a WebSocket and with it a whole `fetch`.
 */
export function httpClient(protocol: string): typeof http | typeof https {
  return process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
}
