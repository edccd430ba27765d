import { createServer, type Server, type Socket } from 'node:net';

/** Ports on the loopback interface. */
export interface LoopbackPorts {
  /** False if another program listens on the port. An open port is replaced, with all its connections. */
  open(port: number, onConnection: (client: Socket) => void): Promise<boolean>;
  has(port: number): boolean;
  shut(port: number): Promise<void>;
  close(): Promise<void>;
}

interface Open {
  readonly server: Server;
  readonly sockets: Set<Socket>;
}

export function loopbackPorts(): LoopbackPorts {
  const opened = new Map<number, Open>();

  async function shut(port: number): Promise<void> {
    const known = opened.get(port);
    if (known === undefined) return;
    opened.delete(port);
    for (const socket of known.sockets) socket.destroy();
    await new Promise<void>((resolve) => known.server.close(() => resolve()));
  }

  return {
    async open(port, onConnection) {
      await shut(port);
      const sockets = new Set<Socket>();
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        socket.on('error', () => undefined);
        onConnection(socket);
      });
      const listens = await new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false));
        server.listen({ host: '127.0.0.1', port }, () => resolve(true));
      });
      if (listens) opened.set(port, { server, sockets });
      return listens;
    },
    has: (port) => opened.has(port),
    shut,
    async close() {
      await Promise.all([...opened.keys()].map(shut));
    },
  };
}
