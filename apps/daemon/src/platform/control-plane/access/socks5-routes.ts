import type { Socket } from 'node:net';
import { type Endpoint, reasonOf } from '@comet/foundation';
import { type AccessRoute, type AccessStrategy, openTcp } from './access-route.ts';

/** The user's own proxy. */
export interface Socks5Proxy {
  readonly address: string;
  readonly port: number;
  /** Null without authentication. */
  readonly login: { readonly user: string; readonly password: string } | null;
}

/** Milliseconds for the proxy's replies. The attempt's own limit is shorter. */
const timeout = 10_000;

/** A SOCKS5 proxy (RFC 1928), with a user name and password (RFC 1929) or without. It resolves the target's name. */
export function socks5Access(proxy: () => Socks5Proxy | null): AccessStrategy {
  return {
    method: 'socks5',
    routesTo() {
      const current = proxy();
      return current === null ? [] : [routeBy(current)];
    },
  };
}

function routeBy(proxy: Socks5Proxy): AccessRoute {
  return async ({ host, port }, { signal, permit }) => {
    await permit([{ host: proxy.address, port: proxy.port }]);
    return openBySocks5(proxy, { host, port }, signal);
  };
}

/** Opens a TCP connection from a proxy to a destination. */
export async function openBySocks5(
  { address, port, login }: Socks5Proxy,
  destination: Endpoint,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await openTcp({ host: address, port }, signal);
  const abort = (): void => void socket.destroy(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { SocksClient } = await import('socks');
    const credentials = login === null ? {} : { userId: login.user, password: login.password };
    await SocksClient.createConnection({
      proxy: { host: address, port, type: 5, ...credentials },
      command: 'connect',
      destination,
      existing_socket: socket,
      timeout,
    });
    return socket;
  } catch (error) {
    socket.destroy();
    // The library's error contains the password.
    throw new Error(`the SOCKS5 proxy: ${reasonOf(error)}`);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
