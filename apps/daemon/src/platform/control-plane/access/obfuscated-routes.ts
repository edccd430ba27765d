import type { Socket } from 'node:net';
import { type Bridge, bridgeForwarderPort, type ShadowsocksServer } from '@comet/admission';
import type { Endpoint } from '@comet/foundation';
import type { Obfuscator } from '../../obfuscation/obfuscator.ts';
import { type AccessRoute, type AccessStrategy, openTcp } from './access-route.ts';
import type { IsApi } from './direct-routes.ts';
import { openBySocks5 } from './socks5-routes.ts';

/** Starts the program that carries one connection through a server; `destination` is what a Shadowsocks server connects to. */
export type StartApiObfuscator = (server: Bridge, destination: Endpoint) => Promise<Obfuscator>;

/** Maximum number of bridges that are tried. */
const maxBridges = 3;

/** The operator's bridges, each of which forwards connections to the API only. `start`: null on a system without the programs. */
export function bridgeAccess(
  isApi: IsApi,
  bridges: () => readonly Bridge[],
  start: StartApiObfuscator | null,
): AccessStrategy {
  const forwarder = { host: '127.0.0.1', port: bridgeForwarderPort };
  return {
    method: 'bridge',
    routesTo: (target) =>
      start !== null && isApi(target) && target.usesTls
        ? bridges()
            .slice(0, maxBridges)
            .map((bridge) => routeBy(bridge, () => forwarder, start))
        : [],
  };
}

/** The user's own Shadowsocks server. It resolves the target's name. */
export function shadowsocksAccess(
  server: () => ShadowsocksServer | null,
  start: StartApiObfuscator | null,
): AccessStrategy {
  return {
    method: 'shadowsocks',
    routesTo({ usesTls }) {
      const current = server();
      if (start === null || current === null || !usesTls) return [];
      return [routeBy({ kind: 'shadowsocks', ...current }, ({ host, port }) => ({ host, port }), start)];
    },
  };
}

/** Only the program contacts the server, under its own user. It ends with the connection. */
function routeBy(
  server: Bridge,
  destinationFor: (target: Endpoint) => Endpoint,
  start: StartApiObfuscator,
): AccessRoute {
  return async (target, { signal, permit }) => {
    await permit([{ host: server.host, port: server.port, sender: 'program' }]);
    const program = await unlessAborted(start(server, destinationFor(target)), signal);
    try {
      const stream = await openThrough(program, signal);
      stream.once('close', () => void program.stop());
      void program.ended.then(() => stream.destroy());
      return stream;
    } catch (error) {
      await program.stop();
      throw error;
    }
  };
}

/** Waits for a program that is starting. If the attempt is aborted first, it rejects at once, and the program is ended when it has started. */
function unlessAborted(starting: Promise<Obfuscator>, signal: AbortSignal): Promise<Obfuscator> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    starting.then((program) => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) void program.stop();
      else resolve(program);
    }, reject);
  });
}

function openThrough({ remote, socks }: Obfuscator, signal: AbortSignal): Promise<Socket> {
  const server = { host: remote.address, port: remote.port };
  if (socks === null) return openTcp(server, signal);
  const login = { user: socks.username, password: socks.password };
  return openBySocks5({ address: '127.0.0.1', port: socks.port, login }, server, signal);
}
