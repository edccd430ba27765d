import { connect, createServer, type Socket } from 'node:net';
import type { Callers } from '../platform/callers.ts';
import { type ConversationOptions, converse, type Handler } from './conversation.ts';

/** Clients at one time, and how many of the last seats are root's: watching costs nothing, so a user could take all seats for ever. */
const mostClients = 64;
const keptForRoot = 16;

export interface RpcServer {
  close(): Promise<void>;
}

/** Listens for clients; who may be one is decided by `callers`. Rejects when another daemon serves the path already. */
export async function listen(
  path: string,
  handler: Handler,
  callers: Callers,
  options: ConversationOptions = { idleTimeout: 30_000 },
): Promise<RpcServer> {
  await mustBeAlone(path);
  const sockets = new Set<Socket>();
  const begin = (socket: Socket): void =>
    converse(socket, handler, (pid) => callers.isProcess(socket, pid), options);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (sockets.size <= mostClients - keptForRoot) {
      begin(socket);
      return;
    }
    socket.on('error', () => socket.destroy());
    callers.isRoot(socket).then(
      (isRoot) => (isRoot ? begin(socket) : socket.destroy()),
      () => socket.destroy(),
    );
  });
  server.maxConnections = mostClients;
  await callers.listen(server, path);
  server.on('error', (error) => handler.log(`socket: ${error.message}`));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Rejects when another daemon serves this socket. */
async function mustBeAlone(path: string): Promise<void> {
  if (await isServed(path)) throw new Error(`another cometd already serves ${path}`);
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
