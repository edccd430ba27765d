import type * as http from 'node:http';
import * as https from 'node:https';

/**
 * Node's HTTP client for a URL's protocol. The plain one is asked for when it is needed: to import it also loads all else that
 * `node:http` exports, a WebSocket and with it a whole `fetch`, which is a fifth of the daemon's start.
 */
export function httpClient(protocol: string): typeof http | typeof https {
  return protocol === 'https:' ? https : process.getBuiltinModule('node:http');
}
