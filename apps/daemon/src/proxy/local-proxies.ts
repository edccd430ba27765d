import { createServer, type Server, type Socket } from 'node:net';
import type { ProxyAccessStore, LocalProxy } from './proxy-access.ts';
import { serveLocal } from './serve-local.ts';

export interface LocalProxies {
  /** False when somebody else listens at its port. One that is open at this port already is replaced, with all its connections. */
  open(proxy: LocalProxy): Promise<boolean>;
  shut(port: number): Promise<void>;
  close(): Promise<void>;
}

interface Open {
  readonly server: Server;
  readonly sockets: Set<Socket>;
}

/**
 * Ports of the loopback, each of which leads to its own exit of the residential proxy. Their traffic takes the way that all traffic of
 * this machine takes: through the tunnel when there is one, and nowhere while it is held back.
 */
export function localProxies(store: ProxyAccessStore): LocalProxies {
  const open = new Map<number, Open>();

  async function shut(port: number): Promise<void> {
    const known = open.get(port);
    if (known === undefined) return;
    open.delete(port);
    for (const socket of known.sockets) socket.destroy();
    await new Promise<void>((resolve) => known.server.close(() => resolve()));
  }

  return {
    async open(proxy) {
      await shut(proxy.port);
      const sockets = new Set<Socket>();
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        void serveLocal(socket, proxy, store);
      });
      const listens = await new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false));
        server.listen({ host: '127.0.0.1', port: proxy.port }, () => resolve(true));
      });
      if (listens) open.set(proxy.port, { server, sockets });
      return listens;
    },
    shut,
    async close() {
      await Promise.all([...open.keys()].map(shut));
    },
  };
}
